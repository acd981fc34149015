import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

/** Which rows of a table are deleted after how long. The texts are SQL of the service, never of anybody else. */
export interface RetentionRule {
  readonly table: string;
  /** The column that tells its rows apart. */
  readonly key: string;
  /** From when the time counts; a row for which this is null stays. */
  readonly since: string;
  /** Which rows; all of them where undefined. */
  readonly only?: string;
  readonly keptMs: number;
  /** Rows in one statement, so that no lock is held for long. */
  readonly batchRowsMax: number;
}

/**
 * Deletes one batch of what a rule does not keep at a moment; by the database's clock where none is given. Returns how
 * many rows. Those that somebody else holds are left for the next time.
 */
export async function deleteExpired(
  database: Pick<Database, "query">,
  { table, key, since, only = "true", keptMs, batchRowsMax }: RetentionRule,
  at?: Instant,
): Promise<number> {
  const text = `
    with expired as (
      delete from ${table} where ${key} in (
        select ${key} from ${table}
        where ${since} <= coalesce($1::timestamptz, now()) - make_interval(secs => $2) and ${only}
        limit $3 for update skip locked)
      returning 1)
    select count(*)::int as rows from expired`;
  const values = [at ?? null, keptMs / 1_000, batchRowsMax];
  const [row] = await database.query<{ rows: number }>(CompiledQuery.raw(text, values));
  return row?.rows ?? 0;
}
