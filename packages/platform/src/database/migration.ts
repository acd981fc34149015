/** Statements that run in one transaction. They wait briefly for their locks, and then again: nobody queues behind them. */
export interface SchemaChange {
  /** `initial`: the first of a database. `expand`: what services of before and after can both live with. */
  readonly kind: "initial" | "expand";
  readonly statements: readonly string[];
}

/** Takes away what no service uses any more, in one transaction like the others. */
export interface Contraction {
  readonly kind: "contract";
  /** The first release whose services live without it, `0.2.0`. */
  readonly unusedSince: string;
  readonly statements: readonly string[];
}

/** An index that is built while everybody writes: outside a transaction, and again when a try has failed. */
export interface ConcurrentIndex {
  readonly kind: "index";
  readonly name: string;
  readonly isUnique?: true;
  /** What follows `on`: `payments (created_at) where settled_at is null`. */
  readonly on: string;
}

/** Changes rows in batches, each in a transaction of its own. A run that ended goes on where it stopped. */
export interface Backfill {
  readonly kind: "backfill";
  /** The place before the first row, as text. */
  readonly start: string;
  /**
   * Works on at most `$2` rows behind the place `$1` and returns the place of the last one as `place`, null when
   * there was none.
   */
  readonly batch: string;
}

export type Migration = SchemaChange | Contraction | ConcurrentIndex | Backfill;

/** Migrations by the name of their file, `0001-initial`; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** The first migration of a database: everything in it, in groups that belong together. */
export function createSchema(...groups: readonly (readonly string[])[]): Migration {
  return { kind: "initial", statements: groups.flat() };
}
