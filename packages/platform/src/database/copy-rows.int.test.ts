import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Connections } from "./connections.ts";
import { copyLines, encodeRows } from "./copy-rows.ts";
import { createSchema } from "./migration.ts";
import { type Database, openDatabase } from "./open-database.ts";

const columns = ["id", "said"];
const notes = { table: "notes", columns };
/** More than any buffer between us and the server takes at once. */
const many = Array.from({ length: 5_000 }, (_row, index) => ({
  id: index,
  said: "é\t".repeat(100),
}));

let made: TestDatabase;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase("copy_rows", {
    "0001-initial": createSchema(["create table notes (id int primary key, said text not null)"]),
  });
  // One connection: what a refusal leaves behind on it meets the next use.
  database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

const copyRows = (connections: Connections, into: typeof notes, rows: readonly object[]) =>
  copyLines(connections, into, encodeRows(rows, into.columns));

const count = async () => {
  const text = "select count(*)::int as rows, max(length(said)) as letters from notes";
  const [row] = await database.query<{ rows: number; letters: number | null }>(
    CompiledQuery.raw(text, []),
  );
  return row;
};

it("refuses what the server refuses, before the rows or among them, and the connection serves on", async () => {
  const { connections } = database;
  await expect(copyRows(connections, { ...notes, table: "nothing" }, many)).rejects.toThrow(
    'relation "nothing" does not exist',
  );
  expect(await count()).toEqual({ rows: 0, letters: null });
  const broken = [...many, { id: 0, said: "twice" }, ...many];
  await expect(copyRows(connections, notes, broken)).rejects.toThrow("duplicate key");
  expect(await count()).toEqual({ rows: 0, letters: null });

  await copyRows(connections, notes, many);
  expect(await count()).toEqual({ rows: 5_000, letters: 200 });
});

it("keeps a text that is empty, also where it comes first", async () => {
  const into = { ...notes, columns: ["said", "id"] };
  await copyRows(database.connections, into, [{ id: -1, said: "" }]);
  const text = "select said from notes where id = -1";
  expect(await database.query(CompiledQuery.raw(text, []))).toEqual([{ said: "" }]);
});
