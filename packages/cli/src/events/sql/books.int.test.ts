import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Instant, instant, instantOfEpochMs } from "@sanu/kernel";
import { openDatabase } from "@sanu/platform";
import { createTestDatabase, knownSet } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addBooks, tableOf } from "../../commands/books.ts";
import { projectionSets } from "../../projections.ts";
import { sayingOf } from "../../sayings.fixture.ts";
import { migrationsOf } from "../../services.ts";
import { exportEvents } from "../export/export-events.ts";
import { insertEvents } from "../filled-log.fixture.ts";
import { logReader } from "../read/fact-reader.ts";
import { factViewsSql } from "./fact-views.ts";
import { type Analysis, openAnalysis } from "./open-analysis.ts";
import { readQuestion } from "./questions.ts";

const made = await createTestDatabase("transactions", migrationsOf.transactions);
const options = { url: made.url, applicationName: "test", isMaintenance: true };
const database = openDatabase({ ...options, poolMax: 4 });
const folder = mkdtempSync(join(tmpdir(), "sanu-books-"));
const accounts = [
  "gateway_float",
  "node_float",
  "user_payable",
  "suspense",
  "exchange",
  "fees",
  "rounding",
  "receivable",
  "losses",
] as const;
let duck: Analysis;

beforeAll(async () => {
  const { events } = knownSet();
  await insertEvents(
    database,
    events.map(({ what }) => what),
  );
  const found = projectionSets.find(({ set }) => set.projections.includes("books"));
  await found?.set.rebuild({ database, names: ["books", "receivables"] });
  const encoding = { format: "parquet", compression: "zstd" } as const;
  const readers = [logReader(database, "transactions")];
  await exportEvents({ folder, encoding, selection: {}, readers });
  duck = await openAnalysis();
  await duck.run(factViewsSql(folder, "Africa/Porto-Novo"));
  // Hundreds of moments are asked for: the entries are folded once.
  await duck.run("create table Folded as from BookEntries");
  await duck.run("create or replace view BookEntries as from Folded");
  process.env["TRANSACTIONS_DATABASE_URL"] = made.url;
});

afterAll(async () => {
  Reflect.deleteProperty(process.env, "TRANSACTIONS_DATABASE_URL");
  duck?.close();
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

const columnOf = (account: string) =>
  account.replace(/_(\w)/, (_all, letter: string) => letter.toUpperCase());

const everyday = accounts.slice(0, 7);
const storedSql = `
select transaction_id, currency, (extract(epoch from booked_at) * 1000000)::bigint::text as booked_at,
  ${accounts.map((account) => `${account}::text as "${columnOf(account)}"`).join(", ")}
from (select transaction_id, version, currency, booked_at, ${everyday.join(", ")}, 0 as receivable, 0 as losses
    from book_entries
  union all select transaction_id, version, currency, booked_at, ${accounts.join(", ")}
    from receivable_entries) as entries
order by transaction_id, version, entries.currency`;

const foldedSql = `
select transactionId as transaction_id, currency, epoch_us(bookedAt) as booked_at,
  ${accounts.map((account) => `${columnOf(account)}::hugeint as ${columnOf(account)}`).join(", ")}
from BookEntries order by transactionId, sequence, currency`;

it("makes of facts alone every entry of the ledger, row by row", async () => {
  const stored = await database.query<object>(CompiledQuery.raw(storedSql));
  expect(stored).toHaveLength(51);
  expect(await duck.rows(foldedSql)).toEqual(stored);
});

it("says the books of any moment as `sanu books --at` does: right before each entry, at it and behind all", async () => {
  const booked = await duck.rows("select distinct epoch_ms(bookedAt) as ms from BookEntries");
  expect(booked.length).toBeGreaterThan(35);
  const moments = booked.flatMap(({ ms }) => [
    instantOfEpochMs(Number(ms) - 1),
    instantOfEpochMs(Number(ms)),
  ]);
  for (const moment of [...moments, instant("2026-04-01T00:00:00.000000Z")]) {
    expect({ moment, text: await folded(moment) }).toEqual({ moment, text: await printed(moment) });
  }
});

/** What the question answers, as the command would print it. */
async function folded(moment: Instant): Promise<string> {
  await duck.run(`set variable until_moment = timestamptz '${moment}'`);
  await duck.run(`set variable from_moment = timestamptz '${moment}'`);
  const rows = (await duck.rows(readQuestion("books").sql)).slice(-2);
  const counts = await duck.rows(
    `select currency, count(*) as entries from BookEntries where bookedAt <= '${moment}' group by all`,
  );
  const entriesOf = (currency: string) =>
    BigInt(counts.find((one) => one["currency"] === currency)?.["entries"] ?? 0);
  return tableOf(
    (["XOF", "SATS"] as const).map((currency) => {
      const row = rows.find((one) => one["currency"] === currency);
      const balances = balancesBy((account) => BigInt(row?.[columnOf(account)] ?? 0));
      const sum = accounts.reduce((total, account) => total + balances[account], 0n);
      return { currency, entries: entriesOf(currency), balances, sum };
    }),
  );
}

type Balances = Parameters<typeof tableOf>[0][number]["balances"];

function balancesBy(of: (account: (typeof accounts)[number]) => bigint): Balances {
  return {
    gateway_float: of("gateway_float"),
    node_float: of("node_float"),
    user_payable: of("user_payable"),
    suspense: of("suspense"),
    exchange: of("exchange"),
    fees: of("fees"),
    rounding: of("rounding"),
    receivable: of("receivable"),
    losses: of("losses"),
  };
}

function printed(moment: Instant): Promise<string> {
  const program = new Command("sanu").exitOverride();
  addBooks(program);
  return sayingOf(() => program.parseAsync(["books", "--at", moment], { from: "user" }));
}
