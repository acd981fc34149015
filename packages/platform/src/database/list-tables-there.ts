import { CompiledQuery } from "kysely";
import type { Database } from "./open-database.ts";

/** Which of the tables are there: another service's database has others, and one that nobody has migrated yet has none. */
export async function listTablesThere(
  database: Pick<Database, "query">,
  tables: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = "select name from unnest($1::text[]) as name where to_regclass(name) is not null";
  const rows = await database.query<{ name: string }>(CompiledQuery.raw(text, [[...tables]]));
  return new Set(rows.map(({ name }) => name));
}
