import { type KycTierView, type Language, wordsIn } from "@sanu/contracts";

interface TierTexts {
  readonly name: string;
  readonly description: string;
}

/** With the words of the language that the person reads; identity knows none, and names tiers in French. */
export function tierIn(language: Language, tier: KycTierView): KycTierView {
  const texts: Readonly<Record<number, TierTexts>> = wordsIn(language).kycTiers;
  return { ...tier, ...texts[tier.id] };
}

export function userIn<User extends { readonly kyc_tier: KycTierView }>(
  language: Language,
  user: User,
): User {
  return { ...user, kyc_tier: tierIn(language, user.kyc_tier) };
}
