import { createSchema, openDatabase, platformTables } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { moveDatabaseClocks, movedUrl } from "./database-clocks.ts";

const dayMs = 86_400_000;
const made = await createTestDatabase("moved", { "0001-initial": createSchema(platformTables) });
const own = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
const moved = openDatabase({ url: movedUrl(made.url), poolMax: 1, applicationName: "test" });

afterAll(async () => {
  await Promise.all([own.close(), moved.close()]);
  await made.drop();
});

const ages = `select extract(epoch from pg_catalog.clock_timestamp() - clock_timestamp())::float8 * 1000 as clock,
  extract(epoch from pg_catalog.now() - now())::float8 * 1000 as now`;
const agesOf = async (database: typeof own) => {
  const [row] = await database.query<{ clock: number; now: number }>(CompiledQuery.raw(ages));
  // The two calls are some microseconds apart, and what rounds to nothing from below is no other nothing.
  return [row?.clock, row?.now].map((age) =>
    Math.abs(Math.round((age ?? Number.NaN) / 1_000) * 1_000),
  );
};
const defaults = `select attname, pg_get_expr(adbin, adrelid) as text from pg_attrdef
  join pg_attribute on attrelid = adrelid and attnum = adnum order by adrelid, attnum`;
const insert = `insert into handled (reaction, fact_id)
  values ('r', gen_random_uuid())`;

describe("the clock of a database, moved", () => {
  it("is another one for who has it in the search path, follows each leap, and goes without a trace", async () => {
    const before = await own.query(CompiledQuery.raw(defaults));
    const clocks = await moveDatabaseClocks([made.url], 60 * dayMs);
    expect(await agesOf(moved)).toEqual([60 * dayMs, 60 * dayMs]);
    expect(await agesOf(own)).toEqual([0, 0]);

    await clocks.set(59 * dayMs);
    expect(await agesOf(moved)).toEqual([59 * dayMs, 59 * dayMs]);

    await clocks.remove();
    expect(await own.query(CompiledQuery.raw(defaults))).toEqual(before);
    expect(await agesOf(moved)).toEqual([0, 0]);
  });

  it("is the one of columns that say their own moment", async () => {
    const clocks = await moveDatabaseClocks([made.url], 30 * dayMs);
    await clocks.set(10 * dayMs);
    await moved.query(CompiledQuery.raw(insert));
    await clocks.remove();
    const [row] = await own.query<{ days: number }>(
      CompiledQuery.raw(
        "select round(extract(epoch from now() - handled_at) / 86400)::int as days from handled",
      ),
    );
    expect(row?.days).toBe(10);
  });
});
