import { randomBytes } from "node:crypto";
import { type Migrations, migrate } from "@sanu/platform";
import type pg from "pg";
import { asAdmin, runName, urlOfDatabase } from "./admin.ts";

/** A database of its own for a test file, already migrated. */
export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Serialises the making of templates and clones over all test files of a run. */
const templateLock = 7_268_001;

/** Clones a database from the service's template, which the first test file of a run makes and migrates. */
export async function createTestDatabase(
  service: string,
  migrations: Migrations,
): Promise<TestDatabase> {
  const template = `${runName()}_template_${service}`;
  const name = `${runName()}_${service}_${randomBytes(6).toString("hex")}`;
  await asAdmin(async (client) => {
    await client.query("select pg_advisory_lock($1)", [templateLock]);
    await ensureTemplate(client, template, migrations);
    await client.query(`create database ${name} template ${template} strategy wal_log`);
  });
  return { url: urlOfDatabase(name), drop: () => dropDatabase(name) };
}

async function ensureTemplate(
  client: pg.Client,
  template: string,
  migrations: Migrations,
): Promise<void> {
  const known = await client.query("select 1 from pg_database where datname = $1", [template]);
  if (known.rows.length > 0) return;
  const unfinished = `${template}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  await migrate(urlOfDatabase(unfinished), migrations);
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

async function dropDatabase(name: string): Promise<void> {
  await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
}
