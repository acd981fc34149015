/** A JSON Schema, or a part of one, as it is committed. */
export type Schema = Readonly<Record<string, unknown>>;

/** Which words of a released schema say the same in other words today: `<type> <path>`, and the words of today. */
export type Reworded = Readonly<Record<string, string>>;

/** What to do about any of it. */
export const advice =
  "A published version is frozen: raise `version` of the fact, move the released schema into its `upcasters`, add a sample of the new " +
  "type (packages/contracts/README.md), and run `npm run generate`.";

/** What says what a value means; to change it is to publish something else under the same name. */
const meanings = ["description", "x-unit"] as const;
/** Compared below by their own rules, or no part of what is promised. */
const handled: ReadonlySet<string> = new Set([
  ...meanings,
  "$schema",
  "title",
  "properties",
  "required",
  "enum",
]);

interface Place {
  readonly type: string;
  readonly path: string;
  readonly reworded: Reworded;
}

/** What today's schemas promise otherwise than the released ones, one line each; more facts and optional fields are no breach. */
export function findBreaches(
  released: ReadonlyMap<string, Schema>,
  today: ReadonlyMap<string, Schema>,
  reworded: Reworded = {},
): readonly string[] {
  return [...released].flatMap(([type, before]) => {
    const now = today.get(type);
    if (now === undefined) return [`${type}: no longer known; the stream keeps what was published`];
    return compare(before, now, { type, path: "", reworded });
  });
}

function compare(before: unknown, now: unknown, place: Place): readonly string[] {
  if (isSchema(before) && isSchema(now)) return compareSchemas(before, now, place);
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length) {
    return before.flatMap((part, index) => compare(part, now[index], below(place, String(index))));
  }
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  return [breach(place, `was ${shown(before)}, is ${shown(now)}`)];
}

function compareSchemas(before: Schema, now: Schema, place: Place): readonly string[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [
    ...meanings.flatMap((name) => compareMeaning(before[name], now[name], below(place, name))),
    ...compareFields(before, now, place),
    ...compareValues(listOf(before["enum"]), listOf(now["enum"]), place),
    ...[...keywords]
      .filter((name) => !handled.has(name))
      .flatMap((name) => compare(before[name], now[name], below(place, name))),
  ];
}

function compareMeaning(before: unknown, now: unknown, place: Place): readonly string[] {
  if (
    before === now ||
    (now !== undefined && now === place.reworded[`${place.type} ${place.path}`])
  )
    return [];
  return [
    breach(
      place,
      `another meaning: was ${shown(before)}, is ${shown(now)}; where only the words differ, test/rules/contracts/reworded.ts says so`,
    ),
  ];
}

function compareFields(before: Schema, now: Schema, place: Place): readonly string[] {
  const [fieldsBefore, fieldsNow] = [fieldsOf(before), fieldsOf(now)];
  const [requiredBefore, requiredNow] = [listOf(before["required"]), listOf(now["required"])];
  return [
    ...Object.entries(fieldsBefore).flatMap(([name, field]) => {
      const at = below(place, `properties/${name}`);
      return name in fieldsNow
        ? compare(field, fieldsNow[name], at)
        : [breach(at, "the field is gone")];
    }),
    ...requiredBefore
      .filter((name) => name in fieldsNow && !requiredNow.includes(name))
      .map((name) => breach(below(place, `properties/${name}`), "need no longer be there")),
    ...requiredNow
      .filter((name) => !requiredBefore.includes(name))
      .map((name) =>
        breach(
          below(place, `properties/${name}`),
          "must be there, and what was published may lack it",
        ),
      ),
  ];
}

function compareValues(
  before: readonly string[],
  now: readonly string[],
  place: Place,
): readonly string[] {
  return [
    ...before
      .filter((value) => !now.includes(value))
      .map((value) => breach(place, `the value ${shown(value)} is gone, and the stream has it`)),
    ...now
      .filter((value) => !before.includes(value))
      .map((value) =>
        breach(place, `the value ${shown(value)} is new, and the release cannot read it`),
      ),
  ];
}

function isSchema(part: unknown): part is Schema {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

const fieldsOf = (schema: Schema): Schema =>
  isSchema(schema["properties"]) ? schema["properties"] : {};
const listOf = (part: unknown): readonly string[] => (Array.isArray(part) ? part.map(String) : []);
const below = (place: Place, part: string): Place => ({ ...place, path: `${place.path}/${part}` });
const breach = ({ type, path }: Place, what: string) => `${type} ${path}: ${what}`;
const shown = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));
