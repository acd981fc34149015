import { CompiledQuery } from "kysely";
import type { Migrations } from "./migration.ts";
import type { Database } from "./open-database.ts";

/** What a newer release did to a database behind all that is known here. */
export async function listNewerMigrations(
  database: Pick<Database, "query">,
  known: Migrations,
): Promise<readonly string[]> {
  const newest = Object.keys(known).toSorted().at(-1) ?? "";
  const text = `select name from migrations
    where done_at is not null and name collate "C" > $1 order by name collate "C"`;
  const rows = await database.query<{ name: string }>(CompiledQuery.raw(text, [newest]));
  return rows.map(({ name }) => name);
}
