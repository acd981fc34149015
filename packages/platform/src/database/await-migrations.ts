import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Migrations } from "./migration.ts";
import { listDone } from "./migration-journal.ts";
import { migrationLimits } from "./migration-limits.ts";
import { MigrationOrderError, planMigrations } from "./plan-migrations.ts";

/**
 * Changes nothing. Returns once a database has every migration that is known here; until then it looks again, also at a
 * database that does not answer. Throws what was in the way at the last look, and at once where only a person can help.
 */
export async function awaitMigrations(
  url: string,
  migrations: Migrations,
  waitMs: number,
): Promise<void> {
  const deadlineAt = performance.now() + waitMs;
  for (;;) {
    const trouble = await troubleOf(url, migrations);
    if (trouble === undefined) return;
    if (trouble instanceof MigrationOrderError || performance.now() >= deadlineAt) throw trouble;
    await sleep(migrationLimits.lookPauseMs);
  }
}

async function troubleOf(url: string, migrations: Migrations): Promise<Error | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "sanu migrate --wait",
    connectionTimeoutMillis: migrationLimits.lookTimeoutMs,
    query_timeout: migrationLimits.lookTimeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const due = planMigrations(Object.keys(migrations), await listDone(client));
    return due.length === 0 ? undefined : new Error(`Not migrated yet: ${due.join(", ")}`);
  } catch (error) {
    return error instanceof Error ? error : new Error("The database does not answer");
  } finally {
    await client.end().catch(() => undefined);
  }
}
