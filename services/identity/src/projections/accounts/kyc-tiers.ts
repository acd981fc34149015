import type { UserView } from "@sanu/contracts";

type KycTier = UserView["kyc_tier"];

/** The tiers and their monthly limits in XOF (api.md 3). */
const tiers: readonly [KycTier, ...KycTier[]] = [
  tier(0, "Niveau 0", 200_000, "Adresse e-mail vérifiée"),
  tier(1, "Niveau 1", 500_000, "Identité déclarée"),
  tier(2, "Niveau 2", 2_000_000, "Identité vérifiée"),
  tier(3, "Niveau 3", 10_000_000, "Vérification renforcée"),
];

function tier(id: number, name: string, monthlyLimitXof: number, description: string): KycTier {
  return { id, name, monthly_limit: monthlyLimitXof, description };
}

/** A tier by its number; one that does not exist counts as the lowest. */
export function kycTierOf(id: number): KycTier {
  return tiers[id] ?? tiers[0];
}
