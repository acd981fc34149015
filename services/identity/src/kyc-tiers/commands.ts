import type { AccountId, Instant, Xof } from "@sanu/kernel";

/** Somebody of the staff sets what a tier allows; the reason stands under its id in a table. */
export interface ChangeLimit {
  readonly kind: "change-limit";
  readonly kycTier: number;
  readonly monthlyLimitXof: Xof;
  readonly by: AccountId;
  readonly reasonId: string;
  readonly at: Instant;
}

export type KycTiersCommand = ChangeLimit;
