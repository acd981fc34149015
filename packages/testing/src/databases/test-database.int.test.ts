import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, it } from "vitest";
import { asAdmin, dropDatabasesOfRun, runName } from "./admin.ts";
import { createTestDatabase } from "./test-database.ts";

const service = `retired_${randomBytes(4).toString("hex")}`;
const ofThisTest = `${runName()}_${service}`;

async function leftOfThisTest(): Promise<readonly string[]> {
  return asAdmin(async (client) => {
    const text = `select datname as name from pg_database where starts_with(datname, $1)
      union all select rolname from pg_roles where starts_with(rolname, $1)`;
    const { rows } = await client.query<{ name: string }>(text, [`${ofThisTest}_`]);
    return rows.map(({ name }) => name);
  });
}

it("lets nobody into a database that its file no longer needs, and keeps none behind the run", async () => {
  const database = await createTestDatabase(service, {});
  const inside = new pg.Client({ connectionString: database.url });
  const ended = new Promise((resolve) => inside.on("error", resolve));
  await inside.connect();
  await asAdmin((client) => client.query(`create role ${ofThisTest}_owner`));

  await database.drop();

  await expect(ended).resolves.toMatchObject({ code: "57P01" });
  const late = new pg.Client({ connectionString: database.url });
  await expect(late.connect()).rejects.toThrow(/invalid database/);
  expect(await leftOfThisTest()).toHaveLength(2);
  await dropDatabasesOfRun(ofThisTest);
  expect(await leftOfThisTest()).toEqual([]);
});
