import type { PublishingService } from "@sanu/contracts";
import * as identity from "@sanu/identity";
import * as payments from "@sanu/payments";
import * as payouts from "@sanu/payouts";
import { type Migrations, migrate } from "@sanu/platform";
import { asAdmin } from "@sanu/testing";
import * as transactions from "@sanu/transactions";
import pg from "pg";

const migrationsOf: Readonly<Record<PublishingService, Migrations>> = {
  identity: identity.migrations,
  transactions: transactions.migrations,
  payments: payments.migrations,
  payouts: payouts.migrations,
};

/**
 * Copies the services' databases from one cluster to an empty one as a dump does: roles with their passwords,
 * tables and rows, but nothing of the server itself, so that its transaction counter stays where it is.
 */
export async function copyDatabases(fromUrl: string, toUrl: string): Promise<void> {
  const names = await asAdmin(
    (from) =>
      columnOf(
        from,
        "select datname from pg_database where not datistemplate and datname <> 'postgres'",
      ),
    fromUrl,
  );
  for (const name of names) {
    await copyRole({ fromUrl, toUrl }, name);
    await migrate(urlOfOwner(toUrl, name), migrationsOf[serviceOf(name)]);
    await asAdmin(
      (from) => asAdmin((to) => copyRows(from, to), urlOf(toUrl, name)),
      urlOf(fromUrl, name),
    );
  }
}

/** The role of a service has the name of its database. */
async function copyRole(
  { fromUrl, toUrl }: { readonly fromUrl: string; readonly toUrl: string },
  name: string,
): Promise<void> {
  const secret = await readPassword(fromUrl, name);
  const role = pg.escapeIdentifier(name);
  await asAdmin(async (to) => {
    await to.query(`create role ${role} login password ${pg.escapeLiteral(secret)}`);
    await to.query(`create database ${role} owner ${role}`);
    await to.query(`revoke all on database ${role} from public`);
  }, toUrl);
}

/** The password of a role, as the server keeps it. */
export async function readPassword(url: string, role: string): Promise<string> {
  const text = `select rolpassword from pg_authid where rolname = ${pg.escapeLiteral(role)}`;
  const [secret = ""] = await asAdmin((client) => columnOf(client, text), url);
  return secret;
}

async function copyRows(from: pg.Client, to: pg.Client): Promise<void> {
  // A dump loads rows without what they would set off.
  await to.query("set session_replication_role = replica");
  const tables = await columnOf(
    from,
    "select tablename from pg_tables where schemaname = 'public'",
  );
  const names = tables.map((each) => pg.escapeIdentifier(each));
  await to.query(`truncate ${names.join(", ")}`);
  for (const table of names) {
    const [rows] = await columnOf(from, `select json_agg(one)::text from ${table} as one`);
    await to.query(
      `insert into ${table} overriding system value
       select * from json_populate_recordset(null::${table}, coalesce($1::json, '[]'))`,
      [rows],
    );
  }
  await to.query(
    "select setval(pg_get_serial_sequence('events', 'position'), (select max(position) from events))",
  );
}

async function columnOf(client: pg.Client, text: string): Promise<readonly string[]> {
  const { rows } = await client.query<[string]>({ text, rowMode: "array" });
  return rows.map(([value]) => value);
}

function serviceOf(name: string): PublishingService {
  const service = Object.keys(migrationsOf).find((each) => name.endsWith(`_${each}`));
  if (service === undefined) throw new Error(`No service has the database ${name}`);
  return service as PublishingService;
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** What is made over it belongs to the role that has the name of the database. */
function urlOfOwner(adminUrl: string, database: string): string {
  const url = new URL(urlOf(adminUrl, database));
  url.searchParams.set("options", `-c role=${database}`);
  return url.href;
}
