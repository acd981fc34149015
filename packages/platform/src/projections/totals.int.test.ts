import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { defineTotals } from "./totals.ts";

interface Month {
  readonly owner: string;
  readonly month: string;
  readonly orders: bigint;
  readonly days_mask: number;
}

const months = defineTotals<Month, Month>({
  name: "months",
  table: "months",
  keyColumns: ["owner", "month"],
  countColumns: ["orders"],
  maskColumns: ["days_mask"],
  changeOf: (events, place) => events[place],
});

const made = await createTestDatabase("totals", {
  "0001-initial": createSchema([
    `create table months (owner text, month text, orders bigint not null, days_mask int not null,
      primary key (owner, month))`,
  ]),
});
const database = openDatabase({ url: made.url, poolMax: 12, applicationName: "test" });
const raw = (text: string) => CompiledQuery.raw(text);
const orderOn = (owner: string, day: number): Month => ({
  owner,
  month: "2026-11",
  orders: 1n,
  days_mask: 1 << (day - 1),
});
const add = (...orders: readonly Month[]) => database.pipelined([...months.ownRow(orders, 0)]);
const rows = () => database.query<Month>(raw("select * from months order by owner"));

afterAll(async () => {
  await database.close();
  await made.drop();
});

it("count what happens at once, and keep each day that anything happened on", async () => {
  const days = [1, 2, 2, 17, 31, 31, 31];
  await Promise.all(days.map((day) => add(orderOn("awa", day))));
  await add(orderOn("awa", 5), orderOn("awa", 2));
  const daysMask = [1, 2, 5, 17, 31].reduce((mask, day) => mask | (1 << (day - 1)), 0);
  expect(await rows()).toEqual([
    { owner: "awa", month: "2026-11", orders: 9n, days_mask: daysMask },
  ]);
});

it("writes a row once, however many events of an append add to it", () => {
  const events = [orderOn("awa", 1), orderOn("awa", 2), orderOn("moussa", 1)];
  expect(months.ownRow(events, 0)).toHaveLength(2);
});
