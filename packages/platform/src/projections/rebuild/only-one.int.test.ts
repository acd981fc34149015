import { createTestDatabase } from "@sanu/testing";
import type pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { createSchema } from "../../database/migration.ts";
import { openDatabase } from "../../database/open-database.ts";
import { platformTables } from "../../database/platform-tables.ts";
import { onlyOne } from "./only-one.ts";

const made = await createTestDatabase("alone", { "0001-initial": createSchema(platformTables) });
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "alone" });

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("work that is alone on its database", () => {
  it("says why it ended, where its connection broke and nobody has heard of that yet", async () => {
    let holder: pg.PoolClient | undefined;
    const acquire = async () => {
      holder = await database.connections.acquire();
      return holder;
    };
    const ended = onlyOne({ connections: { ...database.connections, acquire } }, undefined, () => {
      holder?.connection.stream.destroy();
      throw new Error("what it found out");
    });

    await expect(ended).rejects.toThrow("what it found out");
    await expect(onlyOne(database, undefined, async () => "alone again")).resolves.toBe(
      "alone again",
    );
  });
});
