import type { AuditedStep } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import {
  attemptOutageColumns,
  attemptProviderColumns,
  attemptStepAlone,
  attemptStepStatements,
  attemptTables,
} from "./tables.ts";

const made = await createTestDatabase("attempt_steps", {
  "0001-initial": createSchema(
    attemptTables,
    attemptOutageColumns,
    attemptProviderColumns,
    attemptStepStatements,
  ),
  "0002-ease-attempt-steps": attemptStepAlone,
});
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
afterAll(async () => {
  await database.close();
  await made.drop();
});

let attemptId: string;
const run = (text: string) => database.query(CompiledQuery.raw(text, [attemptId]));
const change = (text: string) => run(`update attempts set ${text} where attempt_id = $1`);
const steps = async () => {
  const [row] = await database.query<{ steps: AuditedStep[] | null }>(
    CompiledQuery.raw("select steps from attempts where attempt_id = $1", [attemptId]),
  );
  return (row?.steps ?? []).map(({ did, call, state, code }) => [did, call, state, code]);
};

beforeEach(async () => {
  attemptId = newId();
  await run(`insert into attempts (attempt_id, subject_id, attempt_number, kind, state, correlation_id)
    values ($1, gen_random_uuid(), 1, 'collection', 'open', 'test')`);
});

describe("the steps of an attempt", () => {
  it("begin with the call where a row is inserted as called", async () => {
    attemptId = newId();
    await run(`insert into attempts (attempt_id, subject_id, attempt_number, kind, state, calls, correlation_id)
      values ($1, gen_random_uuid(), 1, 'collection', 'open', 1, 'test')`);
    expect(await steps()).toEqual([["called", 1, "open", null]]);
  });

  it("are each call and what it brought, each verdict, and no renewed lease", async () => {
    expect(await steps()).toEqual([]);
    await change("lease_owner = 'w', lease_until = now(), fence = 1, written_with = 1");
    await change("calls = 1, called_at = now()");
    await change("state = 'unknown', last_error = 'no-response', status_checks = 1");
    await change("status_checks = 2, lease_until = null");
    await change("calls = 2, last_error = null");
    await change("calls = 1, last_error = 'not-ready'");
    await change("reviewed_at = now()");
    await change("state = 'rejected', concluded_at = now()");

    expect(await steps()).toEqual([
      ["called", 1, "open", null],
      ["answered", 1, "unknown", "no-response"],
      ["called", 2, "unknown", null],
      ["not-called", 1, "unknown", "not-ready"],
      ["review", 1, "unknown", "not-ready"],
      ["concluded", 1, "rejected", "not-ready"],
    ]);
  });

  it("are the first one and the last thirty-nine of an attempt that has many", async () => {
    await change("calls = 1");
    for (let each = 0; each < 60; each += 1) await change(`last_error = 'code-${each}'`);
    const kept = await steps();

    expect(kept).toHaveLength(40);
    expect(kept[0]).toEqual(["called", 1, "open", null]);
    expect(kept[1]?.[3]).toBe("code-21");
    expect(kept.at(-1)?.[3]).toBe("code-59");
  });
});
