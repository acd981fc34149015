import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

/**
 * Work that must end, and within what time. The texts are SQL of the service, never of anybody else; `only` has to be what a
 * partial index holds, because the open rows are few among all that ever were.
 */
export interface WatchRule {
  /** What is open, for people and as a label: `attempt`, `transaction`. */
  readonly what: string;
  readonly table: string;
  /** A table that a migration adds which may come late: until it is there nothing can be open. */
  readonly needs?: string;
  /** From when its time counts. */
  readonly since: string;
  /** Which rows are open. */
  readonly only: string;
  /** Tells apart what is counted apart: a kind, a status. Few values, none of them personal. */
  readonly by?: string;
  /** What is open for longer is overdue, whatever the reason. */
  readonly allowedMs: number;
  /**
   * Where very many may be open as they should be: only so many are looked at, the oldest, in the order of an index. Whether any
   * is overdue and how old the oldest is stay true; younger ones are not counted.
   */
  readonly oldestMax?: number;
}

export interface OpenWork {
  readonly by: string;
  readonly open: number;
  readonly overdue: number;
  /** How long the oldest is open, in milliseconds. */
  readonly oldestMs: number;
}

/** By the database's clock, which wrote most of the moments. One row for each value of `by`; none when nothing is open. */
export function measureOpenWork(
  database: Pick<Database, "query">,
  { table, since, only, by = "''", allowedMs, oldestMax }: WatchRule,
): Promise<readonly OpenWork[]> {
  const open =
    oldestMax === undefined
      ? `${table} where ${only}`
      : `(select * from ${table} where ${only} order by ${since} limit ${oldestMax}) as oldest`;
  const text = `
    select (${by})::text as "by", count(*)::int as open,
      count(*) filter (where ${since} < now() - make_interval(secs => $1))::int as overdue,
      greatest(extract(epoch from now() - min(${since})) * 1000, 0)::float8 as "oldestMs"
    from ${open} group by 1 order by 1`;
  return database.query<OpenWork>(CompiledQuery.raw(text, [allowedMs / 1_000]));
}
