import { type Instant, newId, plusMs } from "@sanu/kernel";
import type { Secret, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { mailOfPurpose } from "../../database/otp-purpose.ts";
import type { CodeTarget } from "./code-requests.ts";
import { hmacOfCode, newOtpCode } from "./otp-code.ts";
import { otpLimits } from "./otp-limits.ts";

/** Issues a code and queues its mail, unless the address had its share within the hour. */
export function issueCode(target: CodeTarget, otpPepper: Secret, at: Instant): Statement {
  const { accountId, purpose } = target;
  const code = newOtpCode();
  return CompiledQuery.raw("select issue_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", [
    accountId,
    purpose,
    newId(),
    hmacOfCode(otpPepper, target, code),
    newId(),
    mailOfPurpose[purpose],
    code,
    at,
    plusMs(at, otpLimits.lifeMs),
    plusMs(at, -otpLimits.sentWindowMs),
    otpLimits.sentMax,
  ]);
}
