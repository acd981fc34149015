import type { Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { MatchedOtp } from "./verify-code.ts";

/** Uses up a code in the transaction of its effect; a second use refuses that (constraint `otps_used_once`). */
export function useOtp({ otpId }: MatchedOtp, at: Instant): Statement {
  return CompiledQuery.raw("select use_otp($1, $2)", [otpId, at]);
}

/**
 * The other codes of the account for the same thing, whoever asked for them, open nothing behind this one: somebody may have read
 * an earlier mail. In front of `useOtp`, so that guesses, which lock in this order too, do not wait for each other with it.
 */
export function useUpOtherOtps({ otpId, accountId, purpose }: MatchedOtp, at: Instant): Statement {
  return CompiledQuery.raw(
    `with live as (
       select otp_id from otps where account_id = $2 and purpose = $3 and used_at is null
       order by otp_id for update)
     update otps set used_at = $4 from live where otps.otp_id = live.otp_id and live.otp_id <> $1`,
    [otpId, accountId, purpose, at],
  );
}
