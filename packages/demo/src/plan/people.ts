import { countries, type DemoCountry, drawEnding, drawNumber } from "./numbers.ts";
import { createRandom, type Random } from "./random.ts";

/** How far somebody goes with her documents; nobody's are real. */
export type PlannedKyc = "none" | "rejected" | "tier-1" | "tier-2" | "tier-3";

/** How somebody uses the exchange. */
export type Habit =
  /** Now and then, as most do. */
  | "occasional"
  /** Often, for months. */
  | "regular"
  /** Every day up to the last one. */
  | "daily"
  /** A lot at once: she gets near to what her tier allows in a month. */
  | "large"
  /** Once or twice, and never again. */
  | "passing";

/** Somebody who does not exist, with what she will do. */
export interface PlannedPerson {
  readonly index: number;
  readonly name: string;
  readonly email: string;
  readonly country: DemoCountry;
  readonly language: "fr" | "en";
  /** Up to its last three digits. */
  readonly number: string;
  readonly ending: string;
  readonly receiver: string;
  readonly joinDay: number;
  readonly leaveDay: number;
  readonly habit: Habit;
  readonly kyc: PlannedKyc;
}

/** Syllables and not a list of names: nobody is called so, and still one can tell them apart. */
const beginnings = [
  "Ada",
  "Bo",
  "Dji",
  "Efo",
  "Fa",
  "Gno",
  "Ko",
  "Lama",
  "Mi",
  "No",
  "Sena",
  "Tchi",
  "Yao",
  "Zin",
];
const endings = ["bou", "dé", "gnon", "ka", "lé", "mi", "ri", "sou", "ti", "vi"];
const families = [
  "Akwado",
  "Belengo",
  "Dosseka",
  "Gbetaro",
  "Kolawi",
  "Lomari",
  "Nandiko",
  "Sambolé",
  "Tawari",
  "Zinsola",
];

const habits: readonly (readonly [Habit, number])[] = [
  ["occasional", 45],
  ["regular", 25],
  ["passing", 18],
  ["large", 6],
  ["daily", 6],
];

const kycOf: readonly (readonly [PlannedKyc, number])[] = [
  ["none", 62],
  ["tier-1", 18],
  ["tier-2", 10],
  ["rejected", 6],
  ["tier-3", 4],
];

/** The first few have what has to be there in every set, however small. */
const first: readonly Partial<Pick<PlannedPerson, "habit" | "kyc" | "joinDay" | "country">>[] = [
  { habit: "daily", kyc: "tier-1", joinDay: 0, country: "BJ" },
  { habit: "large", kyc: "none", joinDay: 0, country: "TG" },
  { habit: "regular", kyc: "tier-2", joinDay: 0, country: "CI" },
  { habit: "regular", kyc: "rejected", joinDay: 0, country: "SN" },
  { habit: "large", kyc: "tier-3", joinDay: 0, country: "BF" },
];

export function planPeople(of: {
  readonly people: number;
  readonly days: number;
  readonly seed: number;
}): readonly PlannedPerson[] {
  return Array.from({ length: of.people }, (_none, index) => planPerson(index, of));
}

function planPerson(
  index: number,
  { people, days, seed }: { readonly people: number; readonly days: number; readonly seed: number },
): PlannedPerson {
  const random = createRandom(seed, `person ${index}`);
  const country = first[index]?.country ?? random.weighted(countries);
  const habit = first[index]?.habit ?? random.weighted(habits);
  const name = drawName(random);
  const handle = `${plain(name)}.${index + 1}`;
  // More join from week to week; in the last days nobody new does, so that everybody does something.
  const joined = Math.floor((days - 2) * 0.9 * Math.sqrt(random.share()));
  const joinDay = first[index]?.joinDay ?? (index < people / 4 ? 0 : joined);
  return {
    index,
    name,
    email: `${handle}@example.org`,
    country,
    language: random.isHit(0.85) ? "fr" : "en",
    number: drawNumber(country, random),
    ending: drawEnding(random),
    receiver: `${handle}@${random.oneOf(["wallet.example", "lightning.example", "sats.example"])}`,
    joinDay,
    leaveDay: leaveDayOf(habit, joinDay, { days, random }),
    habit,
    kyc: first[index]?.kyc ?? random.weighted(kycOf),
  };
}

/** Half of those who leave do so within some weeks: retention falls from month to month. */
function leaveDayOf(
  habit: Habit,
  joinDay: number,
  { days, random }: { readonly days: number; readonly random: Random },
): number {
  const lasting = { passing: 3, occasional: 45, regular: 90, large: 60, daily: days }[habit];
  const stay = -Math.log(1 - random.share()) * lasting;
  return habit === "daily" ? days - 1 : Math.min(days - 1, joinDay + 1 + Math.floor(stay));
}

function drawName(random: Random): string {
  return `${random.oneOf(beginnings)}${random.oneOf(endings)} ${random.oneOf(families)}`;
}

function plain(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(" ", ".");
}
