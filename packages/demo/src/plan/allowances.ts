import type { PlannedKyc, PlannedPerson } from "./people.ts";

/** What identity presets for a month, by tier: `KYC_TIER_LIMITS_XOF`. */
const tierLimitsXof = [200_000, 500_000, 2_000_000, 10_000_000] as const;
const tierOf: Readonly<Record<PlannedKyc, 0 | 1 | 2 | 3>> = {
  none: 0,
  rejected: 0,
  "tier-1": 1,
  "tier-2": 2,
  "tier-3": 3,
};

/** What everybody may still order in her month, so that a set is not full of refusals. */
export interface Allowances {
  readonly roomXof: (person: PlannedPerson, day: number, month: string) => number;
  readonly take: (person: PlannedPerson, month: string, amountXof: number) => void;
}

/** `decidedDay`: from when on somebody's documents count. */
export function createAllowances(decidedDay: (person: PlannedPerson) => number): Allowances {
  const used = new Map<string, number>();
  const key = (person: PlannedPerson, month: string) => `${person.index}/${month}`;
  return {
    roomXof(person, day, month) {
      const tier = day > decidedDay(person) ? tierOf[person.kyc] : 0;
      return tierLimitsXof[tier] - (used.get(key(person, month)) ?? 0);
    },
    take(person, month, amountXof) {
      used.set(key(person, month), (used.get(key(person, month)) ?? 0) + amountXof);
    },
  };
}

export function tierAfter(kyc: PlannedKyc): 0 | 1 | 2 | 3 {
  return tierOf[kyc];
}
