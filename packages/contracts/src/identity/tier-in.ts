import { wordsIn } from "../catalogue/catalogue.ts";
import type { Language } from "../language.ts";
import type { KycTierView } from "./views.ts";

interface TierTexts {
  readonly name: string;
  readonly description: string;
}

/** Services name tiers in French; a person who reads another language reads their names in it. */
export function tierIn(language: Language, tier: KycTierView): KycTierView {
  if (language === "fr") return tier;
  const texts: Readonly<Record<number, TierTexts>> = wordsIn(language).kycTiers;
  return { ...tier, ...texts[tier.id] };
}

export function userIn<User extends { readonly kyc_tier: KycTierView }>(
  language: Language,
  user: User,
): User {
  return { ...user, kyc_tier: tierIn(language, user.kyc_tier) };
}
