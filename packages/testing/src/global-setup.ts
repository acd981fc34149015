import { randomBytes } from "node:crypto";
import { dropDatabasesOfRun } from "./databases/admin.ts";
import { openTestServers } from "./servers/test-infrastructure.ts";

/** Vitest's global set-up: one Postgres and one NATS for the whole run. */
export async function setup(): Promise<() => Promise<void>> {
  const servers = await openTestServers();
  process.env["SANU_TEST_DATABASE_URL"] = servers.databaseUrl;
  process.env["SANU_TEST_NATS_URL"] = servers.natsUrl;
  process.env["SANU_TEST_RUN"] = `sanu_run_${randomBytes(4).toString("hex")}`;
  return async () => {
    await dropDatabasesOfRun();
    await servers.stop();
  };
}
