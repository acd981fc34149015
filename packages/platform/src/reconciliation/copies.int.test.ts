import { paymentsStatementFacts } from "@sanu/contracts";
import { type Instant, newId, plusMs, systemClock } from "@sanu/kernel";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { attemptTables } from "../attempts/tables.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createGate } from "../event-store/gate.ts";
import { claimDueAccount } from "./accounts.ts";
import { openDifferences } from "./difference-events.ts";
import { runReconciliation } from "./run-reconciliation.ts";
import { ownAccounts, reconciliationTables } from "./tables.ts";

const account = "collections";
const [secondMs, hourMs] = [1_000, 3_600_000];

const made = await createTestDatabase("copies", {
  "0001-initial": createSchema(platformTables, attemptTables, reconciliationTables),
  "0002-own-accounts": ownAccounts,
});
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
const log = { database, gate: createGate(), wakeRelay: () => undefined };
const store = openDifferences(log, paymentsStatementFacts);
const run = <Row>(text: string) => database.query<Row>(CompiledQuery.raw(text));

afterAll(async () => {
  await database.close();
  await made.drop();
});

beforeEach(async () => {
  await run("delete from statement_lines");
  await run("delete from statement_differences");
  await run("delete from statement_accounts");
  await run(`insert into statement_accounts (account) values ('${account}')`);
});

interface Line {
  readonly reference: string;
  readonly at: Instant;
}

const movement = {
  kind: "refund",
  currency: "XOF",
  amount: 5n,
  fee: 0n,
  state: "settled",
} as const;

/** Runs of the hour over what a provider states, where we have booked its key once. */
function comparing(key: string, bookedAt: Instant, lines: readonly Line[]) {
  const id = newId<"TransactionId">();
  const settled = `select '${key}' as "matchId", 'refund' as kind, 'XOF' as currency, 5::bigint as amount,
    0::bigint as fee, 'settled' as state, '${bookedAt}'::timestamptz as at, '${id}' as "subjectId",
    '${id}' as "transactionId"`;
  const within = (columns: string) =>
    `select ${columns} from (${settled}) as own where at >= $1 and at < $2`;
  const booked = {
    first: within("min(at) as at"),
    settled: within("*"),
    named: `select * from (${settled}) as own where "matchId" = any($1::text[])`,
  };
  const source = {
    provider: "one",
    async readPage({ from, to }: { readonly from: Instant; readonly to: Instant }) {
      const stated = lines.filter(({ at }) => at >= from && at < to);
      const value = { lines: stated.map((line) => ({ ...movement, key, ...line })), next: null };
      return { kind: "accepted", value: { ...value, balances: null } } as const;
    },
  };
  return async (recheckEveryMs: number = hourMs) => {
    await run("update statement_accounts set compared_at = null, claimed_until = null");
    const named = [{ account }];
    const due = await claimDueAccount(database, named, { everyMs: hourMs, recheckEveryMs });
    if (due === undefined) throw new Error("Nothing is due");
    const terms = { graceMs: 0, recheckMs: hourMs };
    const of = { account, matchBy: "keys", source, booked } as const;
    await runReconciliation({ database, store, terms }, of, due);
    const compared = `update statement_accounts set compared_until = '${due.now}', rechecked_at = '${due.now}'`;
    await run(compared);
    return run<{ kind: string }>(
      "select kind from statement_differences where resolved_at is null order by kind",
    );
  };
}

it.each([
  ["under two names of the provider", ["r-1", "r-2"]],
  ["under one name of the provider", ["r-1", "r-1"]],
] as const)(
  "what a provider paid twice in a row before we booked it once stays different in each run, %s",
  async (_title, [first, second]) => {
    const paidAt = plusMs(systemClock.now(), -hourMs / 2);
    const again = plusMs(paidAt, secondMs);
    const compare = comparing(newId<string>(), plusMs(again, secondMs), [
      { reference: first, at: paidAt },
      { reference: second, at: again },
    ]);
    const isFound = [{ kind: "doubled" }];
    expect([await compare(), await compare(), await compare()]).toEqual([
      isFound,
      isFound,
      isFound,
    ]);
  },
);
