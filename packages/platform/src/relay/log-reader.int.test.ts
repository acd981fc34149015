import { newId } from "@sanu/kernel";
import { createTestDatabase, eventually, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { logStart, readPosition } from "./log-position.ts";
import { readPublicRows } from "./log-reader.ts";

const manyFactsText = `
insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id,
    public_type, public_data)
  select 1, gen_random_uuid(), 1, gen_random_uuid(), 'Small', '{}', 'c', 'c', 'sanu.payments.Small.v1', repeat('x', 400)
  from generate_series(1, 30000)`;

describe("a batch of the relay", () => {
  let made: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    made = await createTestDatabase("log_reader", { "0001-initial": createSchema(platformTables) });
    database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
    for (const letters of [60_000, 60_000, 10, 60_000]) {
      await database.query(
        CompiledQuery.raw(
          `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
             correlation_id, causation_id, public_type, public_data)
           values (1, $1, 1, $2, 'Large', '{}', 'c', 'c', 'sanu.payments.Large.v1', $3)`,
          [newId(), newId(), "x".repeat(letters)],
        ),
      );
    }
    await untilShown(4);
  });

  /** A transaction of any other test on the same server hides what was committed after it began. */
  const untilShown = (count: number) =>
    eventually("the rows are below the horizon of the server", async () => {
      const most = { rowsMax: 500, bytesMax: 1_000_000 };
      return (await readPublicRows(database, logStart, most)).rows.length === count;
    });

  afterAll(async () => {
    await database.close();
    await made.drop();
  });

  const lettersOf = async (rowsMax: number, bytesMax: number) => {
    const { rows } = await readPublicRows(database, logStart, { rowsMax, bytesMax });
    return rows.map((row) => row.publicData.length);
  };

  it("ends with the row that fills it, and holds one row however large", async () => {
    expect(await lettersOf(500, 1)).toEqual([60_000]);
    expect(await lettersOf(500, 60_001)).toEqual([60_000, 60_000]);
    expect(await lettersOf(500, 1_000_000)).toEqual([60_000, 60_000, 10, 60_000]);
  });

  it("is planned once for many reads, in the order of the log, also before anybody has counted the rows", async () => {
    const fresh = await createTestDatabase("log_plan", {
      "0001-initial": createSchema(platformTables),
    });
    const reader = openDatabase({ url: fresh.url, poolMax: 1, applicationName: "test" });
    try {
      const batch = { rowsMax: 500, bytesMax: 1_000_000 };
      // Postgres plans five times for the values themselves before it compares.
      for (let read = 0; read < 8; read += 1) await readPublicRows(reader, logStart, batch);
      const [prepared] = await reader.query<{ name: string; generic: bigint }>(
        CompiledQuery.raw(`select name, generic_plans as generic from pg_prepared_statements
          where statement like '%limit (select%' and statement not like '%pg_prepared_statements%'`),
      );
      expect(prepared?.generic).toBe(3n);
      const plan = await reader.query<Record<string, string>>(
        CompiledQuery.raw(`explain execute "${prepared?.name}" (1, '5', 5, 500, 1000000)`),
      );
      expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("events_public_order");
    } finally {
      await reader.close();
      await fresh.drop();
    }
  });

  it("is not planned anew each time that the log has grown much since the first reads", async () => {
    const fresh = await createTestDatabase("log_grown", {
      "0001-initial": createSchema(platformTables),
    });
    const reader = openDatabase({ url: fresh.url, poolMax: 1, applicationName: "test" });
    const read = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        await readPublicRows(reader, end, { rowsMax: 500, bytesMax: 1_000_000 });
      }
      const [made] = await reader.query<{ custom: bigint }>(
        CompiledQuery.raw(`select custom_plans as custom from pg_prepared_statements
          where statement like '%limit (select%' and statement not like '%pg_prepared_statements%'`),
      );
      return made?.custom ?? 0n;
    };
    const end = { logEpoch: 2, transactionId: 0n, position: 0n };
    try {
      const before = await read(8);
      await reader.query(CompiledQuery.raw(manyFactsText));
      await reader.query(CompiledQuery.raw("analyze events"));
      expect((await read(200)) - before).toBeLessThan(20n);
    } finally {
      await reader.close();
      await fresh.drop();
    }
  });

  it("holds no more rows than asked for", async () => {
    expect(await lettersOf(3, 1_000_000)).toEqual([60_000, 60_000, 10]);
  });

  it("holds the rows of one transaction in the order in which they were written", async () => {
    await database.query(
      CompiledQuery.raw(
        `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
           correlation_id, causation_id, public_type, public_data)
         select 1, $1, number, gen_random_uuid(), 'Small', '{}', 'c', 'c', 'sanu.payments.Small.v1',
           number::text
         from generate_series(1, 120) as number`,
        [newId()],
      ),
    );
    await untilShown(124);
    const batchMax = { rowsMax: 500, bytesMax: 1_000_000 };
    const { rows } = await readPublicRows(database, logStart, batchMax);
    const inOrder = Array.from({ length: 120 }, (_row, index) => String(index + 1));

    expect(rows.slice(4).map(({ publicData }) => publicData)).toEqual(inOrder);
    const middle = rows[63];
    const after = middle === undefined ? logStart : readPosition(middle.place);
    const { rows: rest } = await readPublicRows(database, after, batchMax);
    expect(rest.map(({ publicData }) => publicData)).toEqual(inOrder.slice(60));
  });
});
