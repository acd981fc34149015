import { type KycTierView, wordsIn } from "@sanu/contracts";

interface TierTexts {
  readonly name: string;
  readonly description: string;
}

/** A tier in words; one that has none is described as the lowest. */
export function kycTierView(id: number, monthlyLimitXof: bigint): KycTierView {
  const texts: Readonly<Record<number, TierTexts>> & { readonly 0: TierTexts } =
    wordsIn("fr").kycTiers;
  const { name, description } = texts[id] ?? texts[0];
  return { id, name, monthly_limit: Number(monthlyLimitXof), description };
}
