import type { AccountId, Instant } from "@sanu/kernel";
import type { Database, Secret } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { OtpPurpose } from "../../database/otp-purpose.ts";
import { hmacOfCode, isSameHmac } from "./otp-code.ts";
import { otpLimits } from "./otp-limits.ts";

/** Whose code is guessed: that of one account or registration, or of any of an address (canonical). */
export type OtpOwner =
  | { readonly kind: "account"; readonly accountId: AccountId }
  | { readonly kind: "email"; readonly email: string };

export interface CodeAttempt {
  readonly owner: OtpOwner;
  readonly purposes: readonly OtpPurpose[];
  readonly code: string;
  readonly at: Instant;
}

export interface MatchedOtp {
  readonly otpId: string;
  readonly accountId: AccountId;
  readonly purpose: OtpPurpose;
}

interface LiveOtp extends MatchedOtp {
  readonly codeHmac: Uint8Array;
}

/** The rows are locked in one order, and the conditions are checked again behind the lock. */
const attemptText = (ownerCondition: string) => `
update otps set attempts = attempts + 1
where otp_id in (
  select otp_id from otps join account_contacts as owner using (account_id)
  where ${ownerCondition} and purpose = any($2) and used_at is null and expires_at > $3 and attempts < $4
  order by otp_id for update of otps)
returning otp_id as "otpId", account_id as "accountId", purpose, code_hmac as "codeHmac"`;

const attemptTexts = {
  account: attemptText("owner.account_id = $1"),
  // Behind the activation of one registration the others' codes are void, even those that slipped in meanwhile.
  email: attemptText("owner.email = $1 and (purpose = 'activate') = (owner.verified_at is null)"),
} as const;

/**
 * Counts an attempt at every live code of the owner, then compares: however many arrive at once, at most
 * `attemptsMax` are ever compared with one code. Returns the code that matches; `undefined` when none does,
 * and also when two do (two registrations of an address that drew the same code), since neither is proved.
 */
export async function verifyCode(
  deps: { readonly database: Database; readonly otpPepper: Secret },
  attempt: CodeAttempt,
): Promise<MatchedOtp | undefined> {
  const { owner, purposes, code, at } = attempt;
  const whose = owner.kind === "account" ? owner.accountId : owner.email;
  const live = await deps.database.query<LiveOtp>(
    CompiledQuery.raw(attemptTexts[owner.kind], [whose, purposes, at, otpLimits.attemptsMax]),
  );
  const matches = live.filter(({ accountId, purpose, codeHmac }) =>
    isSameHmac(codeHmac, hmacOfCode(deps.otpPepper, { accountId, purpose }, code)),
  );
  const [match] = matches;
  return matches.length === 1 && match !== undefined
    ? { otpId: match.otpId, accountId: match.accountId, purpose: match.purpose }
    : undefined;
}
