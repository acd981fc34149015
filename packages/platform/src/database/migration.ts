/** They wait briefly for their locks, and then again: nobody queues behind them. */
export interface SchemaChange {
  /** `initial`: the first of a database. `expand`: what services of before and after can both live with. */
  readonly kind: "initial" | "expand";
  readonly statements: readonly string[];
}

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
  readonly start: string;
  /** At most `$2` rows behind the place `$1`; returns the place of the last one as `place`, null without one. */
  readonly batch: string;
}

export type Migration = SchemaChange | Contraction | ConcurrentIndex | Backfill;

/** By the name of the file, `0001-initial`; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

export function createSchema(...groups: readonly (readonly string[])[]): Migration {
  return { kind: "initial", statements: groups.flat() };
}
