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

/** Issues a code to who asked for it and queues its mail; the owner of a verified address is told of a registration. */
export function issueCode(
  target: CodeTarget,
  { network, device }: Source,
  otpPepper: Secret,
  at: Instant,
): Statement {
  const { accountId, purpose } = target;
  const code = newOtpCode();
  const values = [
    accountId,
    purpose,
    newId(),
    hmacOfCode(otpPepper, target, code),
    mailOfPurpose[purpose],
    code,
    at,
    plusMs(at, otpLimits.lifeMs),
    device,
    network,
    newId(),
    noticeKind,
    plusMs(at, mailLimits.noticeLifeMs),
  ];
  const places = values.map((_value, index) => `$${index + 1}`).join(", ");
  return CompiledQuery.raw(`select issue_code_to_source(${places})`, values);
}
