import type { AccountId, Instant, Xof } from "@sanu/kernel";

/** What each tier allows in a month as long as no admin says otherwise, the lowest tier first. */
export type DefaultLimits = readonly [tier0: Xof, tier1: Xof, tier2: Xof, tier3: Xof];

export interface ApplyDefaults {
  readonly kind: "apply-defaults";
  readonly limitsXof: DefaultLimits;
  readonly at: Instant;
}

export interface ChangeLimit {
  readonly kind: "change-limit";
  readonly kycTier: number;
  readonly monthlyLimitXof: Xof;
  readonly by: AccountId;
  readonly reasonId: string;
  readonly at: Instant;
  /** Only as long as this is what it allows. */
  readonly asOfXof?: Xof;
}

export type KycTiersCommand = ApplyDefaults | ChangeLimit;
