import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSchema, type Migrations } from "../database/migration.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { type Attempt, besideLateColumns } from "./attempt.ts";
import { insertNewAttempt } from "./attempts.fixture.ts";
import {
  attemptByReference,
  claimAttempts,
  findAttempt,
  findLiveAttempt,
} from "./read-attempts.ts";
import {
  attemptMaybeSentColumn,
  attemptOutageColumns,
  attemptProviderColumns,
  attemptTables,
} from "./tables.ts";

/** What a service may start on: what it adds comes late. */
const migrations: Migrations = { "0001-initial": createSchema(attemptTables) };

let made: TestDatabase;
let database: Database;
const run = <Row = unknown>(text: string, ...values: readonly unknown[]) =>
  database.query<Row>(CompiledQuery.raw(text, [...values]));

beforeAll(async () => {
  made = await createTestDatabase("late_columns", migrations);
  database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("attempts where columns come late", () => {
  const taken = { kind: "collection", provider: "carrier" } as const;
  const readAll = async ({ attemptId, subjectId }: Attempt) => [
    await findAttempt(database, attemptId),
    (await findLiveAttempt(database, subjectId))?.attempt,
    (await database.query<Attempt>(attemptByReference(taken, `of ${attemptId}`)))[0],
  ];

  it("are read without what no column says, and with it over the same connection as soon as one does", async () => {
    const attempt = await insertNewAttempt(database, { provider: null });
    const { attemptId } = attempt;
    await run(
      "update attempts set provider_reference = $2 where attempt_id = $1",
      attemptId,
      `of ${attemptId}`,
    );
    for (const found of await readAll(attempt)) {
      expect(found).toMatchObject({ attemptId, provider: null, callError: null });
      expect(found).toMatchObject({ notFoundAt: null, concludedAt: null });
      expect(found).toMatchObject({ isMaybeSent: false });
    }
    const late = [attemptOutageColumns, attemptProviderColumns, attemptMaybeSentColumn];
    for (const text of late.flat()) await run(text);
    await run(
      `update attempts set provider = 'carrier', maybe_sent = true, call_error = 'no-route', not_found_at = $2, concluded_at = $3
       where attempt_id = $1`,
      attemptId,
      "2026-11-26T10:00:00.123000Z",
      "2026-11-26T11:00:00Z",
    );
    const said = {
      provider: "carrier",
      isMaybeSent: true,
      callError: "no-route",
      notFoundAt: "2026-11-26T10:00:00.123000Z",
      concludedAt: "2026-11-26T11:00:00.000000Z",
    };
    for (const found of await readAll(attempt)) expect(found).toMatchObject(said);
    expect(
      await database.query(attemptByReference({ ...taken, provider: "other" }, `of ${attemptId}`)),
    ).toEqual([]);
    const claim = {
      ...taken,
      kinds: [taken.kind],
      unnamed: [],
      owner: "me",
      leaseMs: 1_000,
      rowsMax: 1,
    };
    await run("update attempts set lease_owner = null, lease_until = null, next_at = now()");
    expect(await claimAttempts(database, claim)).toEqual([expect.objectContaining(said)]);
  });

  it("are nothing beside their rows to the planner", async () => {
    const text = besideLateColumns(
      "select provider from attempts where attempt_id = gen_random_uuid()",
    );
    const plan = await run<Record<string, string>>(`explain ${text}`);
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Nested Loop");
  });
});
