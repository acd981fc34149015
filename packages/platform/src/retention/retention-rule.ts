import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

/** Which rows of a table are deleted after how long. The texts are SQL of the service, never of anybody else. */
export interface RetentionRule {
  readonly table: string;
  readonly key: string;
  /** From when the time counts; a row for which this is null stays. */
  readonly since: string;
  readonly only?: string;
  readonly keptMs: number;
  /** In one statement, so that no lock is held for long. */
  readonly batchRowsMax: number;
}

/**
 * By the database's clock where no moment is given; rows that somebody else holds are left. Returns how many. What is locked is a query of
 * its own (`with`): within `in` Postgres may run it anew for each row, and each time it finds others.
 */
export async function deleteExpired(
  database: Pick<Database, "query">,
  { table, key, since, only = "true", keptMs, batchRowsMax }: RetentionRule,
  at?: Instant,
): Promise<number> {
  const text = `
    with batch as (
      select ${key} from ${table}
      where ${since} <= coalesce($1::timestamptz, now()) - make_interval(secs => $2) and ${only}
      limit $3 for update skip locked),
    expired as (
      delete from ${table} where ${key} in (select ${key} from batch) returning 1)
    select count(*)::int as rows from expired`;
  const values = [at ?? null, keptMs / 1_000, batchRowsMax];
  const [row] = await database.query<{ rows: number }>(CompiledQuery.raw(text, values));
  return row?.rows ?? 0;
}
