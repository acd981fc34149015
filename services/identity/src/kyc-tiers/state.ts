/**
 * What each tier allows in a month, in XOF. One setting for the whole system, with one log:
 *
 *   the limits of the first release ──change-limit──▶ others
 *
 * Who has proved more may never do less, so the limits do not fall from tier to tier.
 */
export interface KycTiers {
  readonly limitsXof: readonly bigint[];
}

/** Tiers 0 to 3 (api.md 3). */
export const firstTiers: KycTiers = { limitsXof: [200_000n, 500_000n, 2_000_000n, 10_000_000n] };
