import type { PublishingService } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import { listTablesThere } from "../database/list-tables-there.ts";
import type { Database } from "../database/open-database.ts";

const ownerText = `
select split_part(public_type, '.', 2) as owner from events where public_type is not null
order by log_epoch, transaction_id, position limit 1`;

/**
 * Throws where a database holds the log of another service, by what was published of it: the tables of all services resemble each
 * other, so much would be done there before anything failed.
 */
export async function assertOwnLog(
  database: Pick<Database, "query">,
  service: PublishingService,
): Promise<void> {
  if (!(await listTablesThere(database, ["events"])).has("events")) return;
  const [row] = await database.query<{ owner: string }>(CompiledQuery.raw(ownerText));
  if (row === undefined || row.owner === service) return;
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  throw new Error(`${name} leads to the database of ${row.owner}: nothing was done there`);
}
