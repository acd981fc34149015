import { CompiledQuery } from "kysely";
import type { Database } from "./open-database.ts";

/** Whether all of them are there, asked until they are and never again. */
export function tablesAwaited(
  database: Pick<Database, "query">,
  ...tables: readonly string[]
): () => Promise<boolean> {
  let areThere = false;
  return async () => {
    areThere ||= (await listTablesThere(database, tables)).size === tables.length;
    return areThere;
  };
}

/** The same of a column that a table got later. */
export function columnAwaited(
  database: Pick<Database, "query">,
  table: string,
  column: string,
): () => Promise<boolean> {
  const text = `select 1 from pg_attribute
    where attrelid = to_regclass($1) and attname = $2 and not attisdropped`;
  let isThere = false;
  return async () => {
    isThere ||= (await database.query(CompiledQuery.raw(text, [table, column]))).length > 0;
    return isThere;
  };
}

/** Which of the tables are there: not every service has each, and a database may not be migrated yet. */
export async function listTablesThere(
  database: Pick<Database, "query">,
  tables: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = "select name from unnest($1::text[]) as name where to_regclass(name) is not null";
  const rows = await database.query<{ name: string }>(CompiledQuery.raw(text, [[...tables]]));
  return new Set(rows.map(({ name }) => name));
}
