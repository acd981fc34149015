import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { databaseLimits } from "./limits.ts";
import { openDatabase } from "./open-database.ts";

const made = await createTestDatabase("connections", {});

afterAll(() => made.drop());

it("who stood still until the time for a connection was over asks for it once more, and is answered", async () => {
  const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
  const ask = () => database.query(CompiledQuery.raw("select 1 as one"));
  // One waits for the server and one for the other's connection, while the thread sleeps as if the machine stood still.
  const asked = [ask(), ask()];
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, databaseLimits.connectTimeoutMs + 1);

  expect(await Promise.all(asked)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  await database.close();
});
