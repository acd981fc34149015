import type { CountryCode } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";

/**
 * An account, without any personal data:
 *
 *   unregistered ──register──▶ pending ──activate──▶ active
 *
 * A pending account is one registration of an e-mail address. Several of one address may be pending at
 * once; the one whose code is proved becomes active, and the personal data of the others is deleted.
 */
export type Account =
  | { readonly status: "unregistered" }
  | { readonly status: "pending"; readonly accountId: AccountId; readonly country: CountryCode }
  | { readonly status: "active"; readonly accountId: AccountId; readonly country: CountryCode };

export const unregistered: Account = { status: "unregistered" };

/** What an account that has proved its e-mail address, and nothing else, may do. */
export const KYC_TIER_OF_EMAIL = 0;
