import { randomBytes } from "node:crypto";
import { type Instant, newId, plusMs } from "@sanu/kernel";
import type { Secret, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { NoticeKind } from "../../database/mail-kind.ts";
import { mailOfPurpose } from "../../database/otp-purpose.ts";
import { mailLimits } from "../../mail/mail-limits.ts";
import type { Source } from "../throttle/source.ts";
import { throttleLimits } from "../throttle/throttle-limits.ts";
import type { CodeTarget } from "./code-requests.ts";
import { hmacOfCode, newOtpCode } from "./otp-code.ts";
import { otpLimits } from "./otp-limits.ts";

const noticeKind: NoticeKind = "already-registered";

export interface IssueTerms {
  readonly otpPepper: Secret;
  readonly at: Instant;
  /** False on the schema of the release before, whose own function counts for everybody alike. */
  readonly isSourceKept: boolean;
  /** The mail has its link and no code, and nothing of six digits opens it. */
  readonly isLinkOnly: boolean;
}

/** Issues a code to who asked for it and queues its mail; the owner of a verified address is told of a registration. */
export function issueCode(
  target: CodeTarget,
  { network, device }: Source,
  { otpPepper, at, isSourceKept, isLinkOnly }: IssueTerms,
): Statement {
  const { accountId, purpose } = target;
  const code = isLinkOnly && isSourceKept ? null : newOtpCode();
  const [kind, end] = [mailOfPurpose[purpose], plusMs(at, otpLimits.lifeMs)];
  const issued = [
    accountId,
    purpose,
    newId(),
    hmacOfCode(otpPepper, target, code ?? unguessable()),
  ];
  if (!isSourceKept) {
    const window = [plusMs(at, -throttleLimits.hourMs), throttleLimits.codesPerHour.perSource];
    return call("issue_code", [...issued, newId(), kind, code, at, end, ...window]);
  }
  return call("issue_code_to_source", [
    ...issued,
    kind,
    code,
    at,
    end,
    device,
    network,
    newId(),
    noticeKind,
    plusMs(at, mailLimits.noticeLifeMs),
  ]);
}

const unguessable = () => randomBytes(32).toString("base64url");

function call(name: string, values: readonly unknown[]): Statement {
  const places = values.map((_value, index) => `$${index + 1}`).join(", ");
  return CompiledQuery.raw(`select ${name}(${places})`, [...values]);
}
