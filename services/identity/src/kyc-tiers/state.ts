import type { Xof } from "@sanu/kernel";

/**
 * What each tier allows in a month, in XOF. One setting for the whole system, with one log; per tier:
 *
 *   nothing ──apply-defaults──▶ default ──change-limit──▶ set by an admin ─┐
 *                               ▲     │                   ▲                │
 *                               └─────┘ apply-defaults    └──change-limit──┘
 *
 * Who has proved more may never do less, so the limits do not fall from tier to tier.
 */
export interface KycTiers {
  /** By tier; before the first start there are none. */
  readonly limits: readonly (TierLimit | undefined)[];
}

export interface TierLimit {
  readonly monthlyLimitXof: Xof;
  readonly setBy: "default" | "admin";
}

const kycTiersMax = 4;

export const noLimits: KycTiers = { limits: Array.from({ length: kycTiersMax }, () => undefined) };
