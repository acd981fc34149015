import type { Xof } from "@sanu/kernel";

/** XOF per month of the business calendar by KYC tier, lowest first; an administrator's word counts more. */
export type MonthlyLimits = readonly [tier0: Xof, tier1: Xof, tier2: Xof, tier3: Xof];
