import { setTimeout as sleep } from "node:timers/promises";
import { unreachable } from "@sanu/kernel";
import type pg from "pg";
import { isLockTimeout, isTransientClash } from "./errors.ts";
import type { Backfill, ConcurrentIndex, Migration } from "./migration.ts";
import { findPlace, recordDone, recordPlace } from "./migration-journal.ts";
import type { MigrationLimits } from "./migration-limits.ts";

export interface MigrationRun {
  readonly client: pg.Client;
  readonly name: string;
  readonly limits: MigrationLimits;
}

/** Runs one migration to its end. Each kind can be begun again after an end at any moment. */
export async function runMigration(run: MigrationRun, migration: Migration): Promise<void> {
  switch (migration.kind) {
    case "initial":
    case "expand":
    case "contract":
      return inTransaction(run, async () => {
        for (const statement of migration.statements) await run.client.query(statement);
        await recordDone(run.client, run.name);
      });
    case "index":
      return buildIndex(run, migration);
    case "backfill":
      return backfill(run, migration);
    default:
      return unreachable(migration);
  }
}

/** Whoever waits for a lock makes everybody wait who comes later, so it waits briefly and lets them pass. */
async function inTransaction<Result>(
  { client, name, limits }: MigrationRun,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = ${limits.lockTimeoutMs}`);
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      // On a broken connection the server has rolled back itself; the first error is the one to tell.
      await client.query("rollback").catch(() => undefined);
      if (!isLockTimeout(error) && !isTransientClash(error)) throw error;
      if (tries >= limits.lockTriesMax) {
        throw new Error(`${name} got no lock in ${tries} tries`, { cause: error });
      }
      await sleep(limits.lockPauseMs);
    }
  }
}

async function buildIndex(run: MigrationRun, { name, isUnique, on }: ConcurrentIndex) {
  const { client } = run;
  const isValid = await findIsValid(client, name);
  // A try that ended in the middle leaves an index that every write feeds and no read uses.
  if (isValid === false) await client.query(`drop index concurrently ${name}`);
  if (isValid !== true) {
    const kind = isUnique === true ? "unique index" : "index";
    await client.query(`create ${kind} concurrently ${name} on ${on}`);
  }
  await recordDone(client, run.name);
}

async function findIsValid(client: pg.Client, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  );
  return rows[0]?.isValid;
}

async function backfill(run: MigrationRun, { start, batch }: Backfill): Promise<void> {
  const { client, name, limits } = run;
  for (;;) {
    const isAtEnd = await inTransaction(run, async () => {
      const place = await findPlace(client, name, start);
      const { rows } = await client.query<{ place: string | null }>(batch, [
        place,
        limits.backfillRowsMax,
      ]);
      const reached = rows[0]?.place ?? null;
      await (reached === null ? recordDone(client, name) : recordPlace(client, name, reached));
      return reached === null;
    });
    if (isAtEnd) return;
    await sleep(limits.backfillPauseMs);
  }
}
