import { randomBytes } from "node:crypto";
import { type Instant, newId, plusMs } from "@sanu/kernel";
import type { Secret, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { NoticeKind } from "../../database/mail-kind.ts";
import { mailOfPurpose } from "../../database/otp-purpose.ts";
import { mailLimits } from "../../mail/mail-limits.ts";
import type { Source } from "../throttle/source.ts";
import type { CodeTarget } from "./code-requests.ts";
import { hmacOfCode, newOtpCode } from "./otp-code.ts";
import { otpLimits } from "./otp-limits.ts";

const noticeKind: NoticeKind = "already-registered";

export interface IssueTerms {
  readonly otpPepper: Secret;
  readonly at: Instant;
  /** The mail has its link and no code, and nothing of six digits opens it. */
  readonly isLinkOnly: boolean;
}

/** Issues a code to who asked for it and queues its mail; the owner of a verified address is told of a registration. */
export function issueCode(
  target: CodeTarget,
  { network, device }: Source,
  { otpPepper, at, isLinkOnly }: IssueTerms,
): Statement {
  const { accountId, purpose } = target;
  const code = isLinkOnly ? null : newOtpCode();
  const [kind, end] = [mailOfPurpose[purpose], plusMs(at, otpLimits.lifeMs)];
  return call("issue_code_to_source", [
    accountId,
    purpose,
    newId(),
    hmacOfCode(otpPepper, target, code ?? unguessable()),
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
