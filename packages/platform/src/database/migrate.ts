import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Migrations } from "./migration.ts";
import { createJournal, listDone } from "./migration-journal.ts";
import { type MigrationLimits, migrationLimits } from "./migration-limits.ts";
import { planMigrations } from "./plan-migrations.ts";
import { runMigration } from "./run-migration.ts";

/**
 * Returns the names that ran; concurrent jobs wait for each other.
 * Throws the error of the migration that failed; the ones before it stay, and the next job goes on with it.
 */
export async function migrate(
  url: string,
  migrations: Migrations,
  changes: Partial<MigrationLimits> = {},
): Promise<readonly string[]> {
  const limits = { ...migrationLimits, ...changes };
  // One session for everything: what it locks is free as soon as it ends, whatever ends it.
  const client = new pg.Client({ connectionString: url, application_name: "sanu migrate" });
  // A connection that breaks between two queries says here why; the next query only says that it is broken.
  let lost: Error | undefined;
  client.on("error", (error) => {
    lost ??= error;
  });
  await client.connect();
  try {
    // A database bounds whoever connects, and a step over a large table would begin again for ever.
    await client.query(
      `set transaction_timeout = 0; set statement_timeout = ${limits.statementMsMax}`,
    );
    await awaitTurn(client, limits);
    await createJournal(client);
    const due = planMigrations(Object.keys(migrations), await listDone(client));
    for (const name of due) {
      const migration = migrations[name];
      if (migration !== undefined) await runMigration({ client, name, limits }, migration);
    }
    return due;
  } catch (error) {
    throw lost ?? error;
  } finally {
    await client.end();
  }
}

/** Looks again and again: a statement that waits holds a snapshot, for which a concurrent index build waits. */
async function awaitTurn(client: pg.Client, limits: MigrationLimits): Promise<void> {
  const looksMax = Math.ceil(limits.turnWaitMsMax / limits.turnPauseMs);
  for (let looks = 1; looks <= looksMax; looks += 1) {
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('sanu migrate', 0)) as "isMine"`,
    );
    if (rows[0]?.isMine === true) return;
    await sleep(limits.turnPauseMs);
  }
  throw new Error("Another job migrates this database and does not end");
}
