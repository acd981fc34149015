import type { Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { MatchedOtp } from "./verify-code.ts";

/** Uses up a code in the transaction of its effect; a second use refuses that (constraint `otps_used_once`). */
export function useOtp({ otpId }: MatchedOtp, at: Instant): Statement {
  return CompiledQuery.raw("select use_otp($1, $2)", [otpId, at]);
}
