import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publishingServices } from "@sanu/contracts";
import { openDatabase } from "@sanu/platform";
import { asAdmin, createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analystRole, analystTables, grantToAnalyst } from "./analyst-role.ts";
import { fillLog } from "./events/filled-log.fixture.ts";
import { projectionSets } from "./projections.ts";
import { migrationsOf } from "./services.ts";

const projectionSet = projectionSets.find(({ set }) => set.projections.includes("list"))?.set;
if (projectionSet === undefined) throw new Error("Nobody has the list");
const root = join(import.meta.dirname, "..", "..", "..");
const login = `analyst_${randomBytes(6).toString("hex")}`;
const password = randomBytes(12).toString("hex");

beforeAll(() =>
  asAdmin(async (client) => {
    await client.query(
      `do $$ begin create role ${analystRole} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    );
    await client.query(`create role ${login} login password '${password}' in role ${analystRole}`);
  }),
);

afterAll(() => asAdmin((client) => client.query(`drop role ${login}`)));

const databases = await Promise.all(
  publishingServices.map(async (service) => {
    const { url, drop } = await createTestDatabase(service, migrationsOf[service]);
    const owner = openDatabase({ url, poolMax: 4, applicationName: "test", isMaintenance: true });
    return { service, url, drop, owner };
  }),
);

afterAll(async () => {
  for (const { owner, drop } of databases) {
    await owner.close();
    await drop();
  }
});

function openAsAnalyst(url: string) {
  const own = new URL(url);
  own.username = login;
  own.password = password;
  return openDatabase({ url: own.href, poolMax: 2, applicationName: "analyst" });
}

const run = (text: string) => CompiledQuery.raw(text);

describe("an analyst", () => {
  it.each(databases)("reads logs and read tables of $service and changes nothing", async (one) => {
    const { service, url, owner } = one;
    expect(await grantToAnalyst(owner, service)).toBe(true);
    const analyst = openAsAnalyst(url);
    const tables = await owner.query<{ name: string }>(
      run("select tablename as name from pg_tables where schemaname = 'public'"),
    );
    const readable: string[] = [];
    for (const { name } of tables) {
      const look = await analyst.query(run(`select from ${name} limit 1`)).catch(() => undefined);
      if (look !== undefined) readable.push(name);
      for (const change of [`delete from ${name}`, `truncate ${name}`, `drop table ${name}`]) {
        await expect(analyst.query(run(change))).rejects.toThrow(/permission denied|must be owner/);
      }
    }
    await expect(analyst.query(run("create table mine (id int)"))).rejects.toThrow("permission");
    expect(readable.toSorted()).toEqual([...analystTables[service]].toSorted());
    expect(tables.length).toBeGreaterThan(readable.length);
    await analyst.close();
  });

  it("sees no column that holds anything about a person", () => {
    const page = readFileSync(join(root, "docs", "personal-data.md"), "utf8");
    const personal = [...page.matchAll(/^\| (\w+) \| `(\w+)\.\w+`/gm)].map(
      ([, service, table]) => `${service} ${table}`,
    );
    const readable = publishingServices.flatMap((service) =>
      analystTables[service].map((table) => `${service} ${table}`),
    );
    expect(personal.length).toBeGreaterThan(40);
    expect(readable.filter((name) => personal.includes(name))).toEqual([]);
  });

  it("still reads a table that was folded again, and proves it against the log", async () => {
    const one = databases.find(({ service }) => service === "transactions");
    if (one === undefined) throw new Error("There is no database of transactions");
    await fillLog(one.owner, 24);
    await grantToAnalyst(one.owner, "transactions");
    await projectionSet.rebuild({ database: one.owner, names: projectionSet.projections });
    await projectionSet.repair({ database: one.owner });
    const analyst = openAsAnalyst(one.url);
    const findings = await projectionSet.verify({ database: analyst });

    expect(findings.find(({ name }) => name === "list")?.rows).toBe(24);
    expect(findings.filter(({ differencesCount }) => differencesCount > 0)).toEqual([]);
    await analyst.close();
  });
});
