/** The tiers have one log for the whole system; this is its name. */
export const kycTiersStream = "00000000-0000-7000-8000-00000000074e";
