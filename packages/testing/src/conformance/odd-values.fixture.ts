import { isStorableText } from "@sanu/kernel";

export type Path = readonly string[];
type Leaf = readonly [path: Path, value: unknown];

/** Every value that stands in an answer, and where; of lists and objects only those that are empty. */
export function leavesOf(said: unknown, at: Path = []): readonly Leaf[] {
  const within = typeof said === "object" && said !== null ? Object.entries(said) : [];
  if (within.length === 0) return [[at, said]];
  return within.flatMap(([name, value]) => leavesOf(value, [...at, name]));
}

export function withLeaf(said: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(said)) {
    return said.map((one, at) => (String(at) === name ? withLeaf(one, rest, value) : one));
  }
  const object = said as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withLeaf(object[name], rest, value) };
}

/** More than an index of Postgres holds, and no text of which it could make less. */
const endless = Array.from({ length: 1_000 }, (_, at) => (at * 7_919).toString(36)).join("");

export type Oddities = Readonly<Record<string, (value: unknown) => unknown>>;

/**
 * What an answer can say in the place of any of its values. None of it is money, a moment of our calendar, or a word of anybody's
 * documentation. A new row is held against every call of every provider, in a usual run at a third
 * of its values.
 */
export const oddities: Oddities = {
  "left out": () => undefined,
  null: () => null,
  "an empty text": () => "",
  nothing: () => 0,
  "less than nothing": () => -5_000,
  "less than nothing as text": () => "-5000",
  "half a franc more": (value) => (typeof value === "number" ? value + 0.5 : `${String(value)}.5`),
  "a number with an exponent, as text": () => "5e3",
  "a number that no integer is": () => 1e300,
  "a rate": () => "0.018",
  "no money": () => "0.00",
  "another currency": () => "EUR",
  "a date before our calendar": () => "0001-01-01T00:00:00+01:00",
  "a date of nobody": () => "0000-01-01T00:00:00Z",
  "a date behind our calendar": () => "9999-12-31T23:59:59-14:00",
  "a word that every object has": () => "constructor",
  "with a NUL": (value) => `${String(value)}\u0000`,
  "with half of a surrogate pair": (value) => `${String(value)}\ud83d`,
  "a text without end": () => endless,
  "a list": (value) => [[value]],
  "an object": () => ({}),
  "a truth": () => true,
  "an untruth": () => false,
};

/** An amount as any other, of which two make more than a column holds. */
export const largest: Oddities = {
  "the most that a column holds": (value) =>
    typeof value === "number" ? Number.MAX_SAFE_INTEGER : "9223372036854775807",
};

/** The states of lnd's payments and invoices: another one than the rest of the answer shows. */
export const otherStates: Oddities = Object.fromEntries(
  ["INITIATED", "IN_FLIGHT", "SUCCEEDED", "FAILED", "OPEN", "ACCEPTED", "SETTLED", "CANCELED"].map(
    (state) => [`called ${state}`, () => state],
  ),
);

const integerMax = 2n ** 63n - 1n;
/** Behind it an index of Postgres holds no row of it; what is only shown may be longer. */
const nameLettersMax = 2_000;
const shown: ReadonlySet<string> = new Set(["paymentUrl"]);

/** The first value of an outcome that no table of ours takes: whoever writes it down fails, and tries for ever. */
export function unstorableIn(outcome: unknown): string | undefined {
  const found = leavesOf(outcome).find(([path, value]) => {
    if (typeof value === "bigint") return value > integerMax || value < -integerMax;
    if (typeof value !== "string") return false;
    return (
      !isStorableText(value) || (value.length > nameLettersMax && !shown.has(path.at(-1) ?? ""))
    );
  });
  return found === undefined ? undefined : `${found[0].join(".")} is in no table`;
}
