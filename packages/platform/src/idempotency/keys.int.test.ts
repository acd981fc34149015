import { newId } from "@sanu/kernel";
import { createTestDatabase } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { brokenConstraint } from "../database/errors.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { findKey, freezeResponse, idempotencyConstraint, insertKey } from "./keys.ts";

const made = await createTestDatabase("idempotency", {
  "0001-initial": createSchema(platformTables),
});
const database = openDatabase({ url: made.url, poolMax: 10, applicationName: "test" });

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("an idempotency key", () => {
  it("is given to one of many that ask for it at once", async () => {
    const scope = { scope: "user-1 POST /create", key: "same" };
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        database.query(insertKey({ ...scope, bodyHash: "h", recordId: newId() })),
      ),
    );
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(9);
    for (const one of refused) expect(brokenConstraint(one.reason)).toBe(idempotencyConstraint);
  });

  it("is another key in another scope", async () => {
    const key = { key: "shared", bodyHash: "h" };
    const [mine, theirs] = [newId<string>(), newId<string>()];
    await database.query(insertKey({ ...key, scope: "user-1", recordId: mine }));
    await database.query(insertKey({ ...key, scope: "user-2", recordId: theirs }));
    expect(await findKey(database, { scope: "user-1", key: "shared" })).toEqual({
      bodyHash: "h",
      recordId: mine,
      response: null,
    });
  });

  it("keeps the first response that was frozen, byte for byte", async () => {
    const recordId = newId<string>();
    const of = { scope: "user-1", key: newId<string>() };
    await database.query(insertKey({ ...of, bodyHash: "h", recordId }));
    await database.query(freezeResponse(recordId, '{"b":1, "a":"é"}'));
    await database.query(freezeResponse(recordId, "{}"));
    expect((await findKey(database, of))?.response).toBe('{"b":1, "a":"é"}');
  });

  it("is unknown until somebody takes it", async () => {
    expect(await findKey(database, { scope: "user-9", key: "none" })).toBeUndefined();
  });
});
