import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSchema, type Migrations } from "../database/migration.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import type { Attempt } from "./attempt.ts";
import { attemptSchema, insertNewAttempt } from "./attempts.fixture.ts";
import {
  attemptByReference,
  claimAttempts,
  findAttempt,
  findLiveAttempt,
} from "./read-attempts.ts";

const migrations: Migrations = {
  "0001-initial": createSchema(attemptSchema),
};

let made: TestDatabase;
let database: Database;
const run = <Row = unknown>(text: string, ...values: readonly unknown[]) =>
  database.query<Row>(CompiledQuery.raw(text, [...values]));

beforeAll(async () => {
  made = await createTestDatabase("read_attempts", migrations);
  database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

const taken = { kind: "collection", provider: "carrier" } as const;
const readAll = async ({ attemptId, subjectId }: Attempt) => [
  await findAttempt(database, attemptId),
  (await findLiveAttempt(database, subjectId))?.attempt,
  (await database.query<Attempt>(attemptByReference(taken, `of ${attemptId}`)))[0],
];

it("an attempt says the same of itself however it is found, and to whoever claims it", async () => {
  const attempt = await insertNewAttempt(database);
  const { attemptId } = attempt;
  const name = "update attempts set provider_reference = $2 where attempt_id = $1";
  await run(name, attemptId, `of ${attemptId}`);
  for (const found of await readAll(attempt)) {
    expect(found).toMatchObject({ attemptId, provider: "carrier", callError: null });
    expect(found).toMatchObject({ notFoundAt: null, concludedAt: null, isMaybeSent: false });
  }
  await run(
    `update attempts set maybe_sent = true, call_error = 'no-route', not_found_at = $2, concluded_at = $3
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
  const claim = { ...taken, kinds: [taken.kind], owner: "me", leaseMs: 1_000, rowsMax: 1 };
  expect(await claimAttempts(database, claim)).toEqual([expect.objectContaining(said)]);
});
