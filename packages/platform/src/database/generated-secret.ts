import { CompiledQuery } from "kysely";
import type { Database } from "./open-database.ts";

/**
 * A secret that a development or staging system makes once and keeps in its own database, so that a clone
 * starts without any setting. Replicas that start together agree on the first. Production never calls this.
 */
export async function readOrCreateSecret(
  database: Pick<Database, "query">,
  name: string,
  make: () => string,
): Promise<string> {
  await database.query(
    CompiledQuery.raw(
      "insert into generated_secrets values ($1, $2) on conflict (name) do nothing",
      [name, make()],
    ),
  );
  const [row] = await database.query<{ value: string }>(
    CompiledQuery.raw("select value from generated_secrets where name = $1", [name]),
  );
  if (row === undefined) throw new Error(`The secret ${name} was not kept`);
  return row.value;
}

export const generatedSecretsTable =
  "create table generated_secrets (name text primary key, value text not null)";
