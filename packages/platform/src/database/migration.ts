/** What one migration does, in one transaction. */
export interface Migration {
  readonly statements: readonly string[];
}

/** Migrations by the name of their file, `0001-initial`; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** The first migration of a database: everything in it, in groups that belong together. */
export function createSchema(...groups: readonly (readonly string[])[]): Migration {
  return { statements: groups.flat() };
}
