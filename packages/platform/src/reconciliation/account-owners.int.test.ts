import { paymentsStatementFacts } from "@sanu/contracts";
import { plusMs, systemClock } from "@sanu/kernel";
import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { attemptTables } from "../attempts/tables.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createGate } from "../event-store/gate.ts";
import { createLogger } from "../logger/create-logger.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { requestComparison, retireAccount } from "./accounts.ts";
import { createReconciliation } from "./create-reconciliation.ts";
import { movementAt } from "./movements.fixture.ts";
import type { ReconciledAccount } from "./run-reconciliation.ts";
import { ownAccounts, reconciliationTables } from "./tables.ts";

const hourMs = 3_600_000;
const made = await createTestDatabase("owners", {
  "0001-initial": createSchema(platformTables, attemptTables, reconciliationTables),
  "0002-own-accounts": ownAccounts,
});
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
afterAll(async () => {
  await database.close();
  await made.drop();
});

const read = <Row>(text: string) => database.query<Row>(CompiledQuery.raw(text));

/** Each provider has moved as many francs that we know nothing of. */
function accountOf(account: string, provider: string, lines: number): ReconciledAccount {
  const at = plusMs(systemClock.now(), -hourMs);
  const nothing = `select null::text as "matchId", null as kind, null as currency, 0::bigint as amount, 0::bigint as fee,
    null as state, null::timestamptz as at, null as "subjectId", null as "transactionId", null as provider where false`;
  return {
    account,
    matchBy: "keys",
    booked: {
      first: "select min(recorded_at) as at from events where recorded_at between $1 and $2",
      settled: `${nothing} and $1::timestamptz < $2::timestamptz`,
      named: `${nothing} and $1::text[] is null`,
    },
    source: {
      provider,
      async readPage() {
        const stated = Array.from({ length: lines }, (_each, index) => {
          return { ...movementAt(index, 1).stated, at };
        });
        return { kind: "accepted", value: { lines: stated, next: null, balances: null } };
      },
    },
  };
}

/** Compares all of these accounts once. */
async function compare(accounts: readonly ReconciledAccount[]): Promise<void> {
  await requestComparison(database, { from: null, graceMs: 0 });
  const metrics = createMetrics("test");
  const reconciliation = createReconciliation({
    database,
    gate: createGate(),
    wakeRelay: () => undefined,
    logger: createLogger({ service: "test", level: "silent" }),
    metrics,
    facts: paymentsStatementFacts,
    accounts,
    config: {
      terms: { graceMs: 0, recheckMs: 24 * hourMs },
      times: { everyMs: hourMs, recheckEveryMs: 24 * hourMs },
      pollMs: 50,
      linesKeptMs: hourMs,
    },
  });
  reconciliation.start();
  await eventually("they are compared", async () => {
    const rows = await read(
      "select from statement_accounts where retired_at is null and compared_at >= coalesce(requested_at, '-infinity')",
    );
    return rows.length === accounts.length;
  });
  await reconciliation.stop();
  metrics.close();
}

const open = () =>
  read<{ account: string; count: bigint }>(
    "select account, count(*) from statement_differences where resolved_at is null group by account order by account",
  );

it("stays its provider's when the setting names another one first: no difference is resolved by a statement that knows nothing of it", async () => {
  await compare([accountOf("collections", "old", 2), accountOf("collections/new", "new", 0)]);
  const found = [{ account: "collections", count: 2n }];
  expect(await open()).toEqual(found);

  await compare([accountOf("collections", "new", 0), accountOf("collections/old", "old", 2)]);
  expect(await open()).toEqual(found);

  await compare([accountOf("collections", "new", 0)]);
  expect(await open()).toEqual(found);
  expect(await read("select account, provider from statement_accounts order by account")).toEqual([
    { account: "collections", provider: "old" },
    { account: "collections/new", provider: "new" },
  ]);
});

it("that was called retired by mistake is compared again by whoever serves it, as soon as anybody asks", async () => {
  expect(await retireAccount(database, "collections/new")).toBe(true);
  await compare([accountOf("collections/new", "new", 0)]);
  expect(await read("select account from statement_accounts where retired_at is not null")).toEqual(
    [],
  );
});
