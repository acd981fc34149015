import { createHash } from "node:crypto";
import { newId } from "@sanu/kernel";
import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenConstraint } from "../database/errors.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { createPlatformTables } from "../database/platform-tables.ts";
import { findKey, freezeAnswer, idempotencyConstraint, takeKey } from "./keys.ts";
import { hashClientKeysText } from "./tables.ts";

describe("an idempotency key", () => {
  let made: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    made = await createTestDatabase("idempotency", { "1-platform": createPlatformTables });
    database = openDatabase({ url: made.url, poolMax: 10, applicationName: "test" });
  });

  afterAll(async () => {
    await database.close();
    await made.drop();
  });

  it("is given to one of many that ask for it at once", async () => {
    const scope = { scope: "user-1 POST /create", key: "same" };
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        database.query(takeKey({ ...scope, bodyHash: "h", recordId: newId() })),
      ),
    );
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(9);
    for (const one of refused) expect(brokenConstraint(one.reason)).toBe(idempotencyConstraint);
  });

  it("is another key in another scope", async () => {
    const key = { key: "shared", bodyHash: "h" };
    const [mine, theirs] = [newId<string>(), newId<string>()];
    await database.query(takeKey({ ...key, scope: "user-1", recordId: mine }));
    await database.query(takeKey({ ...key, scope: "user-2", recordId: theirs }));
    expect(await findKey(database, { scope: "user-1", key: "shared" })).toEqual({
      bodyHash: "h",
      recordId: mine,
      answer: null,
    });
  });

  it("keeps the first answer that was frozen, byte for byte", async () => {
    const recordId = newId<string>();
    const of = { scope: "user-1", key: newId<string>() };
    await database.query(takeKey({ ...of, bodyHash: "h", recordId }));
    await database.query(freezeAnswer(recordId, '{"b":1, "a":"é"}'));
    await database.query(freezeAnswer(recordId, "{}"));
    expect((await findKey(database, of))?.answer).toBe('{"b":1, "a":"é"}');
  });

  it("is a hash of what the client sent, also where it was stored before that was so", async () => {
    const [recordId, ownId] = [newId<string>(), newId<string>()];
    const client = { scope: "user-3 POST /api/v1/quotes", key: "+2290161000789" };
    const own = { scope: "register", key: ownId };
    await database.query(takeKey({ ...client, bodyHash: "h", recordId }));
    await database.query(takeKey({ ...own, bodyHash: "", recordId: ownId }));
    await database.query(CompiledQuery.raw(hashClientKeysText));

    const key = createHash("sha256").update(client.key).digest("hex");
    expect(await findKey(database, client)).toBeUndefined();
    expect(await findKey(database, { ...client, key })).toMatchObject({ recordId });
    expect(await findKey(database, own)).toMatchObject({ recordId: ownId });
  });

  it("is unknown until somebody takes it", async () => {
    expect(await findKey(database, { scope: "user-9", key: "none" })).toBeUndefined();
  });
});
