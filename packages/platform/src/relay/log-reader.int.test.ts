import { newId } from "@sanu/kernel";
import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../database/open-database.ts";
import { createPlatformTables } from "../database/platform-tables.ts";
import { logStart } from "./log-position.ts";
import { readPublicRows } from "./log-reader.ts";

describe("a batch of the relay", () => {
  let made: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    made = await createTestDatabase("log_reader", { "1-platform": createPlatformTables });
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

  it("holds no more rows than asked for", async () => {
    expect(await lettersOf(3, 1_000_000)).toEqual([60_000, 60_000, 10]);
  });
});
