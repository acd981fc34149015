import pg from "pg";
import type { SecretFor } from "./derived-secrets.ts";

/** A service's database: a role that owns it and nothing else. */
export interface ServiceDatabase {
  readonly name: string;
  readonly password: string;
}

/** Nobody who connects is unbounded, an administrator neither; services ask for less, jobs and dumps for more. */
const sessionLimits = {
  idle_in_transaction_session_timeout: "60s",
  transaction_timeout: "15min",
  statement_timeout: "5min",
  lock_timeout: "10s",
} as const;

/**
 * Makes the role and the database of each service when they are not there, and returns their URLs in the same order.
 * Nobody but its own role can connect to a database.
 */
export async function ensureDatabases(
  administratorUrl: string,
  databases: readonly ServiceDatabase[],
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  try {
    for (const database of databases) await ensureDatabase(client, database);
  } finally {
    await client.end();
  }
  return databases.map((database) => urlOf(administratorUrl, database));
}

export function databaseOf(prefix: string, service: string, secretFor: SecretFor): ServiceDatabase {
  const name = `${prefix}_${service}`;
  return { name, password: secretFor(`database ${name}`) };
}

async function ensureDatabase(client: pg.Client, database: ServiceDatabase): Promise<void> {
  const name = pg.escapeIdentifier(database.name);
  const password = pg.escapeLiteral(database.password);
  const roles = await client.query("select 1 from pg_roles where rolname = $1", [database.name]);
  const verb = roles.rows.length === 0 ? "create" : "alter";
  await client.query(`${verb} role ${name} login password ${password}`);
  const known = await client.query("select 1 from pg_database where datname = $1", [database.name]);
  if (known.rows.length === 0) {
    await client.query(`create database ${name} owner ${name}`);
    await client.query(`revoke all on database ${name} from public`);
  }
  for (const [setting, value] of Object.entries(sessionLimits)) {
    await client.query(`alter database ${name} set ${setting} = '${value}'`);
  }
}

function urlOf(administratorUrl: string, database: ServiceDatabase): string {
  const url = new URL(administratorUrl);
  url.username = database.name;
  url.password = database.password;
  url.pathname = `/${database.name}`;
  return url.href;
}
