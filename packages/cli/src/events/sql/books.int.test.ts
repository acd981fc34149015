import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { openDatabase } from "@sanu/platform";
import { createTestDatabase, knownSet } from "@sanu/testing";
import { bookAccounts, readBooks } from "@sanu/transactions";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectionSets } from "../../projections.ts";
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
});

afterAll(async () => {
  duck?.close();
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

const columnOf = (account: string) =>
  account.replace(/_(\w)/, (_all, letter: string) => letter.toUpperCase());

const everyday = bookAccounts.slice(0, 7);
const storedSql = `
select transaction_id, currency, (extract(epoch from booked_at) * 1000000)::bigint::text as booked_at,
  ${bookAccounts.map((account) => `${account}::text as "${columnOf(account)}"`).join(", ")}
from (select transaction_id, version, currency, booked_at, ${everyday.join(", ")}, 0 as receivable, 0 as losses
    from book_entries
  union all select transaction_id, version, currency, booked_at, ${bookAccounts.join(", ")}
    from receivable_entries) as entries
order by transaction_id, version, entries.currency`;

const foldedSql = `
select transactionId as transaction_id, currency, epoch_us(bookedAt) as booked_at,
  ${bookAccounts.map((account) => `${columnOf(account)}::hugeint as ${columnOf(account)}`).join(", ")}
from BookEntries order by transactionId, sequence, currency`;

it("makes of facts alone every entry of the ledger, row by row", async () => {
  const stored = await database.query<object>(CompiledQuery.raw(storedSql));
  expect(stored).toHaveLength(51);
  expect(await duck.rows(foldedSql)).toEqual(stored);
});

it("says the books of any moment as `sanu books --at` does: right before, at and behind each entry", async () => {
  const { events } = knownSet();
  const moments = events.flatMap(({ at }) => {
    const ms = Date.parse(at);
    return [instantOfEpochMs(ms - 1), at, instantOfEpochMs(ms + 1)];
  });
  for (const moment of new Set(moments))
    expect(await askedAt(moment)).toEqual(await bookedAt(moment));
});

async function askedAt(moment: Instant) {
  await duck.run(`set variable until_moment = timestamptz '${moment}'`);
  await duck.run(`set variable from_moment = timestamptz '${moment}'`);
  const rows = await duck.rows(readQuestion("books").sql);
  return rows.slice(-2).map(({ moment: _moment, ...balances }) => balances);
}

async function bookedAt(moment: Instant) {
  return (await readBooks(database, moment)).map(({ currency, balances }) => ({
    currency,
    ...Object.fromEntries(
      bookAccounts.map((account) => [columnOf(account), `${balances[account]}`]),
    ),
  }));
}
