import { paymentsStatementFacts } from "@sanu/contracts";
import { plusMs, systemClock } from "@sanu/kernel";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { attemptTables } from "../attempts/tables.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createEventStore } from "../event-store/event-store.ts";
import { createGate } from "../event-store/gate.ts";
import { claimDueAccount, releaseAccount, requestComparison } from "./accounts.ts";
import { DifferenceEvent, publishDifference } from "./difference-events.ts";
import { reconciliationLimits } from "./limits.ts";
import { movementAt } from "./movements.fixture.ts";
import { type ReconciledAccount, runReconciliation } from "./run-reconciliation.ts";
import { ownAccounts, reconciliationTables } from "./tables.ts";

const account = "collections";
const hourMs = 3_600_000;
const times = { everyMs: hourMs, recheckEveryMs: 24 * hourMs };

const made = await createTestDatabase("claims", {
  "0001-initial": createSchema(platformTables, attemptTables, reconciliationTables),
  "0002-own-accounts": ownAccounts,
});
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
const store = createEventStore({
  database,
  schema: DifferenceEvent,
  publish: publishDifference(paymentsStatementFacts),
  projections: [],
  gate: createGate(),
  afterPublicCommit: () => undefined,
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

const run = (text: string) => database.query(CompiledQuery.raw(text));
const claim = () => claimDueAccount(database, [{ account }], times);

beforeEach(async () => {
  await run("delete from statement_accounts");
  await run(`insert into statement_accounts (account) values ('${account}')`);
});

/** Batches of lines that we have not booked, of which each took the provider nearly as long as a claim lasts. */
function slowSource(onPage: (page: number) => Promise<unknown>): ReconciledAccount {
  const { stagedRows } = reconciliationLimits;
  const at = plusMs(systemClock.now(), -hourMs);
  const nothing = `select null::text as "matchId", null as kind, null as currency, 0::bigint as amount, 0::bigint as fee,
    null as state, null::timestamptz as at, null as "subjectId", null as "transactionId" where false`;
  return {
    account,
    matchBy: "keys",
    booked: {
      first: "select min(recorded_at) as at from events where recorded_at between $1 and $2",
      settled: `${nothing} and $1::timestamptz < $2::timestamptz`,
      named: `${nothing} and $1::text[] is null`,
    },
    source: {
      provider: "slow",
      async readPage({ cursor }) {
        const page = Number(cursor ?? "0");
        await onPage(page);
        const lines = Array.from({ length: stagedRows }, (_each, index) => {
          const { stated } = movementAt(page * stagedRows + index, 1);
          return { ...stated, at, kind: "transfer-in" } as const;
        });
        const next = page < 2 ? String(page + 1) : null;
        return { kind: "accepted", value: { lines, next, balances: null } };
      },
    },
  };
}

const reconcile = async (source: ReconciledAccount, isLeaving = () => false) => {
  const due = await claim();
  if (due === undefined) throw new Error("Nothing is due");
  return runReconciliation(
    { database, store, terms: { graceMs: 0, recheckMs: hourMs }, isLeaving },
    source,
    due,
  );
};

it("belongs to one process for as long as a statement takes, however long that is", async () => {
  const claimed: unknown[] = [];
  const source = slowSource(async (page) => {
    if (page === 0) await run("update statement_accounts set claimed_until = now()");
    if (page === 2) claimed.push(await claim());
  });
  const { kind } = await reconcile(source);
  const [{ left } = { left: 0 }] = await database.query<{ left: number }>(
    CompiledQuery.raw(
      "select extract(epoch from claimed_until - now())::float8 as left from statement_accounts",
    ),
  );

  expect(kind).toBe("compared");
  expect(claimed).toEqual([undefined]);
  expect(left).toBeGreaterThan(reconciliationLimits.claimMs / 2_000);
});

it("is left to whoever began later, who alone says what differs", async () => {
  const source = slowSource(async (page) => {
    if (page === 0) await run("update statement_accounts set readings = readings + 1");
  });
  expect(await reconcile(source)).toEqual({ kind: "overtaken" });
});

it("is handed back with the next batch by a process that leaves, and not when its claim is over", async () => {
  const pages: number[] = [];
  const source = slowSource(async (page) => pages.push(page));
  expect(await reconcile(source, () => pages.length > 0)).toEqual({ kind: "overtaken" });
  expect(pages).not.toContain(2);
  expect(await claim()).toMatchObject({ account });
});

it("is compared as far back and as strictly as all want who have asked since it was compared, at one moment or behind each other", async () => {
  const now = systemClock.now();
  const [earlier, later] = [plusMs(now, -48 * hourMs), plusMs(now, -2 * hourMs)];
  await requestComparison(database, { from: earlier, graceMs: 0 });
  await requestComparison(database, { from: later, graceMs: null });
  await requestComparison(database, { from: null, graceMs: null });
  const due = await claim();
  expect(due).toMatchObject({ requestedFrom: earlier, requestedGraceMs: 0 });
  if (due === undefined) throw new Error("Nothing is due");

  // Nobody waits for these any more: the next one who asks gets what she asked for, and no more.
  await releaseAccount(database, due, { comparedUntil: due.now, lacks: null });
  await requestComparison(database, { from: later, graceMs: null });
  expect(await claim()).toMatchObject({ requestedFrom: later, requestedGraceMs: null });
});

it("is compared from a moment that somebody named once, and not again with every daily second look", async () => {
  const lastYear = plusMs(systemClock.now(), -365 * 24 * hourMs);
  await requestComparison(database, { from: lastYear, graceMs: null });
  const asked = await claim();
  expect(asked).toMatchObject({ isRecheckDue: true, requestedFrom: lastYear });
  if (asked === undefined) throw new Error("Nothing is due");
  await releaseAccount(database, asked, { comparedUntil: asked.now, lacks: null });

  await run(`update statement_accounts set requested_at = requested_at - interval '2 days',
    compared_at = compared_at - interval '2 days', rechecked_at = rechecked_at - interval '2 days'`);
  expect(await claim()).toMatchObject({ isRecheckDue: true, requestedFrom: null });
});
