import { CompiledQuery } from "kysely";
import type { Migrations } from "./migration.ts";
import { doneText } from "./migration-journal.ts";
import type { Database } from "./open-database.ts";
import { newerThan } from "./plan-migrations.ts";

/** What a newer release did to a database behind all that is known here. */
export async function listNewerMigrations(
  database: Pick<Database, "query">,
  known: Migrations,
): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(CompiledQuery.raw(doneText));
  const done = rows.map(({ name }) => name);
  return newerThan(Object.keys(known), done);
}
