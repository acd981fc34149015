import { randomBytes } from "node:crypto";
import { type Migrations, migrate } from "@sanu/platform";
import type pg from "pg";
import { asAdmin, retireDatabases, runName, urlOfDatabase } from "./admin.ts";

/** A database of its own for a test file, already migrated. */
export interface TestDatabase {
  readonly url: string;
  /** Nobody reaches it any more. */
  readonly drop: () => Promise<void>;
}

/** Serialises the making of templates over all test files of a run. */
const templateLock = 7_268_001;

/** Clones a database from the service's template, which the first test file of a run makes and migrates. */
export async function createTestDatabase(
  service: string,
  migrations: Migrations,
): Promise<TestDatabase> {
  const template = `${runName()}_template_${service}`;
  const name = `${runName()}_${service}_${randomBytes(6).toString("hex")}`;
  await asAdmin(async (client) => {
    if (!(await isThere(client, template))) await makeTemplate(client, template, migrations);
    // Files are copied by the kernel: through the log, as is usual, each of their pages would be written twice.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return { url: urlOfDatabase(name), drop: () => retireDatabases([name]) };
}

async function makeTemplate(
  client: pg.Client,
  template: string,
  migrations: Migrations,
): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [templateLock]);
  if (await isThere(client, template)) return;
  const unfinished = `${template}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  await migrate(urlOfDatabase(unfinished), migrations);
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const known = await client.query("select 1 from pg_database where datname = $1", [name]);
  return known.rows.length > 0;
}
