export type KycTiersRefusal = "unknown-tier" | "tiers-out-of-order" | "outdated";
