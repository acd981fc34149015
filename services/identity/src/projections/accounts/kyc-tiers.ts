import type { KycTierView } from "@sanu/contracts";

/** What a tier is called and what it takes; what it allows is a setting in the database. */
const texts: readonly [TierTexts, ...TierTexts[]] = [
  { name: "Niveau 0", description: "Adresse e-mail vérifiée" },
  { name: "Niveau 1", description: "Identité déclarée" },
  { name: "Niveau 2", description: "Identité vérifiée" },
  { name: "Niveau 3", description: "Vérification renforcée" },
];

interface TierTexts {
  readonly name: string;
  readonly description: string;
}

/** A tier in words; one that has none is described as the lowest. */
export function kycTierView(id: number, monthlyLimitXof: bigint): KycTierView {
  const { name, description } = texts[id] ?? texts[0];
  return { id, name, monthly_limit: Number(monthlyLimitXof), description };
}
