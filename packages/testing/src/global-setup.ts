import { randomBytes } from "node:crypto";
import { dropDatabasesOfRun } from "./databases/admin.ts";
import { openTestServers } from "./servers/test-infrastructure.ts";

/**
 * Vitest's global set-up: one Postgres and one NATS for the whole run. Each project asks for them; the first one
 * starts them.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["SANU_TEST_RUN"] !== undefined) return;
  process.env["SANU_TEST_RUN"] = `sanu_run_${randomBytes(4).toString("hex")}`;
  const servers = await openTestServers();
  process.env["SANU_TEST_DATABASE_URL"] = servers.databaseUrl;
  process.env["SANU_TEST_NATS_URL"] = servers.natsUrl;
  return async () => {
    if (servers.keepsDatabases) await dropDatabasesOfRun();
    await servers.stop();
  };
}
