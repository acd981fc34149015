import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningProcess, runProcess } from "@sanu/local-stack";
import { openDatabase } from "@sanu/platform";
import { createTestDatabase, eventually, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrationsOf } from "./services.ts";

let folder: string;
let made: TestDatabase;
const started: RunningProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sanu-projections-"));
  made = await createTestDatabase("transactions", migrationsOf.transactions);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.kill()));
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function sanu(name: string, ...args: string[]): Promise<RunningProcess> {
  const running = await runProcess({
    name,
    command: process.execPath,
    args: [join(import.meta.dirname, "main.ts"), ...args],
    cwd: folder,
    env: { TRANSACTIONS_DATABASE_URL: made.url },
    logFile: join(folder, `${name}.log`),
    stopSignal: "SIGINT",
  });
  started.push(running);
  return running;
}

/** Tries deploy/runbooks/rebuild-a-projection.md. */
it("is killed or stopped in the middle, changes nothing, and goes on from there the next time; all of it stands in the audit log", async () => {
  const database = openDatabase({
    url: made.url,
    poolMax: 2,
    applicationName: "test",
    isMaintenance: true,
  });
  const count = async (text: string) =>
    (await database.query<{ count: number }>(CompiledQuery.raw(text)))[0]?.count;
  const live = "select 'transaction_list'::regclass::oid::int as count";
  const before = await count(live);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  // Whoever uses the live table keeps the swap away, so that there is a middle.
  const reader = database.transaction(async (session) => {
    await session.query(CompiledQuery.raw("set local idle_in_transaction_session_timeout = 0"));
    await session.query(CompiledQuery.raw("lock table transaction_list in access share mode"));
    await held;
  });
  const killed = await sanu("killed", "projections", "rebuild", "list");
  await eventually("it swaps", () => killed.logTail().includes("swapping"), 40_000);
  await killed.kill();
  const stopped = await sanu("stopped", "projections", "rebuild", "list");
  await eventually("it swaps", () => stopped.logTail().includes("swapping"), 40_000);
  expect(stopped.logTail()).toContain("resumed behind 0 of about 0 events");
  expect(stopped.logTail()).not.toContain("reading");
  expect((await stopped.stop("SIGINT", 20_000)).code).toBe(1);
  expect(stopped.logTail()).toContain("what was not swapped is as it was");
  expect(await count(live)).toBe(before);

  letGo();
  await reader;
  const whole = await sanu("whole", "projections", "rebuild", "--anew", "list", "allowances");
  await eventually("it ends", () => whole.logTail().includes("open transactions: 0 rows"), 40_000);
  expect(whole.logTail()).toContain("begins anew: as asked for");
  expect(await count(live)).not.toBe(before);
  expect(await count("select count(*)::int from pg_class where relname ~ 'rebuild'")).toBe(0);
  const entries = await database.query<{ entry: object }>(
    CompiledQuery.raw("select entry::jsonb as entry from audit_log order by position"),
  );
  const begun = (projections: string) => ({
    kind: "begun",
    operation: "transactions.rebuild-projections",
    act: "act",
    via: "shell",
    subjects: { projections },
  });
  // Of who was killed nothing says how it ended.
  expect(entries.map(({ entry }) => entry)).toMatchObject([
    begun("list"),
    begun("list"),
    { kind: "ended", outcome: "failed" },
    begun("list allowances"),
    { kind: "ended", outcome: "rebuilt" },
  ]);
  await database.close();
});
