import { paymentsStatementFacts } from "@sanu/contracts";
import { newId, plusMs, systemClock } from "@sanu/kernel";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { attemptTables } from "../attempts/tables.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createEventStore } from "../event-store/event-store.ts";
import { createGate } from "../event-store/gate.ts";
import { claimDueAccount } from "./accounts.ts";
import { DifferenceEvent, publishDifference } from "./difference-events.ts";
import { runReconciliation } from "./run-reconciliation.ts";
import { ownAccounts, reconciliationTables } from "./tables.ts";

const account = "collections";
const hourMs = 3_600_000;

const made = await createTestDatabase("unanswered", {
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
const run = <Row>(text: string) => database.query<Row>(CompiledQuery.raw(text));

afterAll(async () => {
  await database.close();
  await made.drop();
});

it("what is open of an order without an answer stays so, while the others are compared", async () => {
  await run(`insert into statement_accounts (account) values ('${account}')`);
  const at = plusMs(systemClock.now(), -hourMs / 2);
  const transactionId = newId<"TransactionId">();
  const movement = { kind: "collection", currency: "XOF", amount: 5n, fee: 0n, state: "settled" };
  const settled = `select name as "matchId", 'collection' as kind, 'XOF' as currency, 5::bigint as amount,
      0::bigint as fee, 'settled' as state, '${at}'::timestamptz as at, '${transactionId}' as "subjectId",
      '${transactionId}' as "transactionId"
    from (values ('one'), ('two')) as names (name)`;
  const booked = {
    first: `select min(at) as at from (${settled}) as own where at >= $1 and at < $2`,
    settled: `select * from (${settled}) as own where at >= $1 and at < $2`,
    named: `select * from (${settled}) as own where "matchId" = any($1::text[])`,
  };
  const compare = async (says: { lines: readonly string[]; unanswered: readonly string[] }) => {
    await run("update statement_accounts set compared_at = null, claimed_until = null");
    const times = { everyMs: hourMs, recheckEveryMs: 1 };
    const named = [{ account }];
    const due = await claimDueAccount(database, named, times);
    if (due === undefined) throw new Error("Nothing is due");
    const lines = says.lines.map((reference) => ({ ...movement, reference, key: null, at }));
    const value = { lines, next: null, balances: null, unanswered: says.unanswered } as never;
    const source = {
      provider: "one",
      readPage: async () => ({ kind: "accepted", value }) as const,
    };
    const terms = { graceMs: 0, recheckMs: hourMs };
    const of = { account, matchBy: "keys", source, booked } as const;
    const result = await runReconciliation({ database, store, terms }, of, due);
    const text = `select data->>'key' as key from statement_differences
      where resolved_at is null order by 1`;
    return { result, open: (await run<{ key: string }>(text)).map(({ key }) => key) };
  };

  expect((await compare({ lines: [], unanswered: [] })).open).toEqual(["one", "two"]);
  expect(await compare({ lines: ["two"], unanswered: ["one"] })).toMatchObject({
    result: { kind: "compared", isNew: 0, resolved: 1, unanswered: 1 },
    open: ["one"],
  });
  expect((await compare({ lines: ["one", "two"], unanswered: [] })).open).toEqual([]);
  // Its line of before is none that is missing now.
  expect((await compare({ lines: ["two"], unanswered: ["one"] })).open).toEqual([]);
});
