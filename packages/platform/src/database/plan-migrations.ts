/** The database and this program do not tell the same story: a person has to look. */
export class MigrationOrderError extends Error {
  override readonly name = "MigrationOrderError";
}

/**
 * Due ones, in order. Throws where one is missing in the middle, or something unknown was done there; what a newer
 * release did behind all that is known here is no fault: its schema serves this release too.
 */
export function planMigrations(
  known: readonly string[],
  done: readonly string[],
): readonly string[] {
  const names = known.toSorted();
  const newer = newerThan(known, done);
  const strangers = done.filter((name) => !names.includes(name) && !newer.includes(name));
  if (strangers.length > 0) {
    throw new MigrationOrderError(`Done in the database and unknown here: ${strangers.join(", ")}`);
  }
  const due = names.filter((name) => !done.includes(name));
  const overtaken = due.filter((name) => done.some((other) => other > name));
  if (overtaken.length > 0) {
    throw new MigrationOrderError(`Not done, though later ones are: ${overtaken.join(", ")}`);
  }
  return due;
}

/** What a newer release did, behind all that is known here. */
export function newerThan(known: readonly string[], done: readonly string[]): readonly string[] {
  const newest = known.toSorted().at(-1) ?? "";
  return done.filter((name) => name > newest);
}
