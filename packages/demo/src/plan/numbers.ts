import type { Random } from "./random.ts";

/** Where people of a demo set live, and how many of a hundred. */
export type DemoCountry = "BJ" | "TG" | "CI" | "SN" | "BF";

interface Operator {
  /** Calling code and the operator's prefix. */
  readonly prefix: string;
  /** Digits behind it. */
  readonly digits: number;
  readonly share: number;
}

/** Beside `packages/rails/src/mobile-money/channels.ts`: prefixes that lead to one operator each. */
const operators: Readonly<Record<DemoCountry, readonly Operator[]>> = {
  BJ: [
    { prefix: "+2290197", digits: 6, share: 55 },
    { prefix: "+2290195", digits: 6, share: 30 },
    { prefix: "+2290140", digits: 6, share: 15 },
  ],
  TG: [
    { prefix: "+22890", digits: 6, share: 60 },
    { prefix: "+22896", digits: 6, share: 40 },
  ],
  CI: [
    { prefix: "+22507", digits: 8, share: 50 },
    { prefix: "+22505", digits: 8, share: 30 },
    { prefix: "+22501", digits: 8, share: 20 },
  ],
  SN: [
    { prefix: "+22177", digits: 7, share: 70 },
    { prefix: "+22176", digits: 7, share: 30 },
  ],
  BF: [
    { prefix: "+22674", digits: 6, share: 60 },
    { prefix: "+22670", digits: 6, share: 40 },
  ],
};

export const countries: readonly (readonly [DemoCountry, number])[] = [
  ["BJ", 46],
  ["CI", 19],
  ["TG", 15],
  ["SN", 12],
  ["BF", 8],
];

/** The last digits of a number tell the sandbox what its wallet does; of these, nothing but what the page says. */
const ordinaryEndings = ["613", "620", "631", "644", "652", "660", "671", "685", "697", "700"];

/** A number of one operator up to its last three digits, which say what happens. */
export function drawNumber(country: DemoCountry, random: Random): string {
  const { prefix, digits } = random.weighted(
    operators[country].map((operator) => [operator, operator.share] as const),
  );
  const middle = Array.from({ length: digits - 3 }, () => random.whole(0, 9)).join("");
  return `${prefix}${middle}`;
}

export function drawEnding(random: Random): string {
  return random.oneOf(ordinaryEndings);
}
