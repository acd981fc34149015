import type { Migrations } from "@sanu/platform";

/** Files, names and kinds that do not agree: one file a step, numbered without a gap, the first one alone initial. */
export function findMisplaced(
  migrations: Migrations,
  files: readonly string[],
  releases: readonly string[],
): readonly string[] {
  const names = Object.keys(migrations);
  return [
    ...names.filter((name) => !files.includes(name)).map((name) => `${name}: no file of that name`),
    ...files.filter((name) => !names.includes(name)).map((name) => `${name}: does not run`),
    ...names
      .toSorted()
      .filter((name, index) => !name.startsWith(`${String(index + 1).padStart(4, "0")}-`))
      .map((name) => `${name}: numbers begin with 0001 and have no gap`),
    ...Object.entries(migrations).flatMap(([name, migration]) => {
      if ((migration.kind === "initial") !== name.startsWith("0001-")) {
        return [`${name}: 0001 is initial, and nothing else is`];
      }
      if (migration.kind !== "contract" || releases.includes(migration.unusedSince)) return [];
      return [`${name}: ${migration.unusedSince} is no release of CHANGELOG.md`];
    }),
  ];
}
