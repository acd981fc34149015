import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectNats, openDatabase } from "@sanu/platform";
import {
  createTestDatabase,
  isLongRun,
  makeStream,
  publishFacts,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectionSets } from "../projections.ts";
import { migrationsOf } from "../services.ts";
import { exportEvents } from "./export/export-events.ts";
import { factsIn, fillLog } from "./filled-log.fixture.ts";
import { streamReader } from "./read/fact-reader.ts";
import { factViewsSql } from "./sql/fact-views.ts";
import { type Analysis, openAnalysis } from "./sql/open-analysis.ts";
import { booksSql, listSql, storedBooksSql, storedListSql } from "./sql-folds.fixture.ts";

/** Two or three facts each. */
const trades = isLongRun() ? 400_000 : 600;
const services = ["transactions", "payments", "payouts"] as const;
const projectionSet = projectionSets.find(({ set }) => set.projections.includes("list"))?.set;
if (projectionSet === undefined) throw new Error("Nobody has the list");
const made = await createTestDatabase("transactions", migrationsOf.transactions);
const options = { url: made.url, applicationName: "test", isMaintenance: true };
const database = openDatabase({ ...options, poolMax: 8 });
const messaging = await connectNats({
  url: testNatsUrl(),
  name: "test",
  namespace: testNamespace(),
});
const folder = mkdtempSync(join(tmpdir(), "sanu-fold-"));
let duck: Analysis;

beforeAll(async () => {
  const filled = await fillLog(database, trades);
  await projectionSet.rebuild({ database, names: projectionSet.projections });
  for (const service of services) await makeStream(messaging, service);
  await publishFacts(messaging, await factsIn(database));
  for (const service of ["payments", "payouts"] as const) {
    await publishFacts(
      messaging,
      filled.flatMap((trade) => trade[service]),
    );
  }
  const readers = services.map((service) => streamReader(messaging, service));
  const encoding = { format: "parquet", compression: "zstd" } as const;
  await exportEvents({ folder, encoding, selection: {}, readers });
  duck = await openAnalysis();
  await duck.run(factViewsSql(folder, "UTC"));
}, 900_000);

afterAll(async () => {
  duck?.close();
  await messaging.close();
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

const stored = (sql: string) => database.query<object>(CompiledQuery.raw(sql));

it("makes of exported facts, in SQL, every row of the list of transactions", async () => {
  const rows = await stored(storedListSql);
  expect(rows).toHaveLength(trades);
  expect(await duck.rows(listSql)).toEqual(rows);
});

it("makes of them every entry of the books, which add up to zero", async () => {
  const rows = await stored(storedBooksSql);
  expect(rows.length).toBeGreaterThan(trades);
  expect(await duck.rows(booksSql)).toEqual(rows);
  const sums = `select distinct gateway_float + node_float + user_payable + exchange + fees + rounding as sum
    from (${booksSql})`;
  expect(await duck.rows(sums)).toEqual([{ sum: "0" }]);
});

it("gives money, moments and names the types of their fields", async () => {
  const columns = await duck.rows(
    "select column_name as name, column_type as type from (describe TransactionCreated)",
  );
  expect(columns).toEqual(
    expect.arrayContaining([
      { name: "amountXof", type: "BIGINT" },
      { name: "createdAt", type: "TIMESTAMP WITH TIME ZONE" },
      { name: "transactionId", type: "VARCHAR" },
      { name: "day", type: "DATE" },
    ]),
  );
  const file = join(folder, "stream=TRANSACTIONS", "type=TransactionCreated.v1", "*", "*.parquet");
  const units = await duck.rows(
    `select distinct decode(key) as key, decode(value) as unit from parquet_kv_metadata('${file}')
     where decode(key) like 'sanu.unit.%' order by key`,
  );
  expect(units).toEqual([
    { key: "sanu.unit.amountSats", unit: "sats" },
    { key: "sanu.unit.amountXof", unit: "XOF" },
    { key: "sanu.unit.midXofPerBtc", unit: "XOF per BTC" },
    { key: "sanu.unit.rateXofPerBtc", unit: "XOF per BTC" },
  ]);
});
