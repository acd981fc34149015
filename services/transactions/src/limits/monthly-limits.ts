import type { Xof } from "@sanu/kernel";

/** XOF per month of the business calendar by KYC tier, lowest first. */
export type MonthlyLimits = readonly [tier0: Xof, tier1: Xof, tier2: Xof, tier3: Xof];

/** Everybody has a verified e-mail and no more: tiers above it come with identity's documents. */
export function monthlyLimitXof(limits: MonthlyLimits): Xof {
  return limits[0];
}
