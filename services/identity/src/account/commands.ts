import type { CountryCode } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";

/** Opens a pending registration. */
export interface RegisterAccount {
  readonly kind: "register";
  readonly accountId: AccountId;
  readonly country: CountryCode;
  readonly at: Instant;
}

/** The person proved the e-mail address of this registration. */
export interface ActivateAccount {
  readonly kind: "activate";
  readonly at: Instant;
}

export type AccountCommand = RegisterAccount | ActivateAccount;
