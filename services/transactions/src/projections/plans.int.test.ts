import { type AccountId, newId, type TransactionId } from "@sanu/kernel";
import { type Database, openDatabase, queryBuilder, type Statement } from "@sanu/platform";
import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../database/migrations/index.ts";
import { unfiltered } from "../orders.fixture.ts";
import { readSaved, readTotals } from "../wallet/wallet-statements.ts";
import { findTransaction } from "./detail/query.ts";
import { readFlashback } from "./flashback/query.ts";
import { readCursor } from "./list/cursor.ts";
import { type ListFilter, readListPage } from "./list/query.ts";
import { findRemainingPercent } from "./remaining/query.ts";
import { readResume } from "./resume/query.ts";
import type { TransactionsTables } from "./tables.ts";

const rows = { ofMany: 30_000, ofOthers: 30_000 } as const;
/** Pages of 8 kB that one page of a list may touch: its rows, each on a page of its own, and the way to them. */
const buffersMax = 120;
/** Where each row of a page is looked up on a way of its own, by its id. */
const buffersByIdMax = 220;
const timeZone = "Africa/Porto-Novo";

const idText = (number: string) => `lpad(to_hex(${number}), 32, '0')::uuid`;

/** A person with many transactions among many others'; few are open, and hardly any is a sale. */
const listText = `
insert into transaction_list
select ${idText("n")}, case when n % 2 = 0 then $1::uuid else ${idText("n / 20")} end, 'TXN_' || n,
  case when n % 5000 = 0 then 'SELL_BITCOIN' else 'BUY_BITCOIN' end, 1000, 1600, 61200000,
  case n % 3000 when 2 then 'PENDING' when 4 then 'FAILED' else 'COMPLETED' end,
  timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute'
from generate_series(1, $2::int) as n`;

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
}

let made: TestDatabase;
let database: Database;
const accountId = newId<"AccountId">() as AccountId;

beforeAll(async () => {
  made = await createTestDatabase("transactions", migrations);
  database = openDatabase({
    url: made.url,
    poolMax: 2,
    applicationName: "test",
    isMaintenance: true,
  });
  const fill = [
    CompiledQuery.raw(listText, [accountId, rows.ofMany + rows.ofOthers]),
    CompiledQuery.raw(
      `insert into transaction_detail
       select transaction_id, account_id, reference, transaction_type, amount_xof, amount_sats,
         rate_xof_per_btc, transaction_id, 'PAY_' || reference, null, 'MTN_OPEN', status, status, status,
         false, created_at, created_at, null, null from transaction_list`,
    ),
    CompiledQuery.raw(
      `insert into client_orders
       select transaction_id, account_id, null, case reference when 'TXN_70' then $1 else $2 end, created_at
       from transaction_list`,
      [rare, common],
    ),
    CompiledQuery.raw(
      `insert into transaction_resume
       select ${idText("n")}, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(1, 20000) as n`,
    ),
    CompiledQuery.raw(
      `insert into flashback
       select ${idText("n")}, '2026-11', 1, 1, 1, 1, 1 from generate_series(1, 20000) as n`,
    ),
    CompiledQuery.raw(
      `insert into wallet_entries
       select ${idText("n")}, 'receiver', 1, 'a@wallet.example', null, false
       from generate_series(1, 20000) as n`,
    ),
    CompiledQuery.raw(
      `insert into allowances
       select ${idText("n")}, '2026-11', 1, 1 from generate_series(1, 20000) as n`,
    ),
  ];
  for (const statement of fill) await database.query(statement);
  await database.query(CompiledQuery.raw("analyze"));
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

/** Runs work on a database that notes what it is asked. */
async function statementsOf(
  work: (recording: Database) => Promise<unknown>,
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  await work({
    ...database,
    query: (statement) => {
      statements.push(statement);
      return database.query(statement);
    },
  });
  expect(statements.length).toBeGreaterThan(0);
  return statements;
}

async function planOf({ sql, parameters }: Statement): Promise<Plan> {
  const text = `explain (analyze, buffers, format json) ${sql}`;
  const [row] = await database.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
    CompiledQuery.raw(text, [...parameters]),
  );
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  if (plan === undefined) throw new Error("No plan");
  return plan;
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The big tables that a question reads from end to end; none in any plan that we accept. */
async function expectNoScan(statements: readonly Statement[], most = buffersMax): Promise<void> {
  for (const statement of statements) {
    const plan = await planOf(statement);
    const scanned = nodesOf(plan).filter((node) => node["Node Type"] === "Seq Scan");
    const small = ["tier_limits", "account_tiers", "transaction_private", "ordering_keys"];
    const names = scanned.map((node) => node["Relation Name"] ?? "");
    expect(names.filter((name) => !small.includes(name))).toEqual([]);
    expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(most);
  }
}

const noFilter: ListFilter = {
  accountId,
  ...unfiltered,
  clientReference: null,
  ids: null,
};
/** What one of the person's thousand orders of a month was called, and what all were. */
const [rare, common] = ["invoice-7", "shop"] as const;
const idsOf = (numbers: readonly number[]) =>
  numbers.map((number) => {
    const hex = number.toString(16).padStart(32, "0");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") as TransactionId;
  });

describe("a person with very many transactions", () => {
  const deep = async (): Promise<ListFilter["cursor"]> => {
    const builder = queryBuilder<TransactionsTables>(database);
    const from = { database, builder };
    const filter = { ...noFilter, toDay: "2026-01-20" };
    const { nextCursor } = await readListPage(from, filter, { language: "fr", timeZone });
    return readCursor(nextCursor ?? "") ?? null;
  };

  it.each<[string, Partial<ListFilter>]>([
    ["the first page", {}],
    ["what is open", { status: "PENDING" }],
    ["what failed", { status: "FAILED" }],
    ["what is done", { status: "COMPLETED" }],
    ["what there is hardly any of", { transactionType: "SELL_BITCOIN" }],
    ["what there is none of", { status: "PROCESSING", transactionType: "SELL_BITCOIN" }],
    ["a day long ago", { fromDay: "2026-01-02", toDay: "2026-01-02" }],
    ["what was called by a name of its own", { clientReference: rare }],
    ["what was called like very many", { clientReference: common }],
    ["what nothing was called", { clientReference: "unknown" }],
    ["a hundred by their ids", { ids: idsOf(Array.from({ length: 100 }, (_, place) => place)) }],
    ["one by its id", { ids: idsOf([500]) }],
    ["what failed in a month", { status: "FAILED", fromDay: "2026-01-01", toDay: "2026-01-31" }],
  ])("reads %s without going through the others", async (_what, filter) => {
    for (const cursor of [null, await deep()]) {
      const statements = await statementsOf((recording) => {
        const builder = queryBuilder<TransactionsTables>(database);
        const from = { database: recording, builder };
        return readListPage(from, { ...noFilter, ...filter, cursor }, { language: "fr", timeZone });
      });
      await expectNoScan(statements, filter.clientReference ? buffersByIdMax : buffersMax);
    }
  });

  it("reads every other view by its key", async () => {
    const today = { year: 2026, month: 11, day: 21 };
    const month = "2026-11";
    const transactionId = newId<"TransactionId">();
    const shown = { pageUrlOf: () => "" };
    await expectNoScan(
      await statementsOf(async (recording) => {
        await readResume(recording, accountId);
        await readFlashback(recording, { accountId, month }, { today, language: "fr" });
        await findRemainingPercent(recording, { accountId, month, keyId: null });
        await findRemainingPercent(recording, { accountId, month, keyId: newId() });
        await recording.query(readTotals(accountId));
        await recording.query(readSaved(accountId));
        await findTransaction(recording, { accountId, transactionId }, shown);
      }),
    );
  });
});
