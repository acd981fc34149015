import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postgresAccount } from "./server-account.ts";
import { type Postgres, startPostgres } from "./start-postgres.ts";

let folder: string;
const started: Postgres[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-moment-"));
  for (const path of ["", "archive", "live"]) {
    mkdirSync(join(folder, path), { recursive: true });
    giveToServer(join(folder, path));
  }
});

afterAll(async () => {
  for (const postgres of started.splice(0)) await postgres.stop("immediate");
  rmSync(folder, { recursive: true, force: true });
});

function giveToServer(path: string): void {
  const account = postgresAccount();
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

async function start(name: string, settings: Readonly<Record<string, string>>) {
  const postgres = await startPostgres({ dataDir: join(folder, name), settings, unsynced: true });
  started.push(postgres);
  return postgres;
}

async function session(postgres: Postgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

function copyCluster(from: string, to: string): void {
  mkdirSync(join(folder, to));
  giveToServer(join(folder, to));
  const parts = ["cluster", "password"].map((part) => join(folder, from, part));
  execFileSync("cp", ["-a", ...parts, join(folder, to)]);
}

/** The base backup, with what the runbook says: the two settings and the file that asks for recovery. */
async function restore(name: string, backup: string, target: Readonly<Record<string, string>>) {
  copyCluster(backup, name);
  const signal = join(folder, name, "cluster", "recovery.signal");
  writeFileSync(signal, "");
  giveToServer(signal);
  const restore_command = `cp ${join(folder, "archive")}/%f %p`;
  const restored = await start(name, { restore_command, ...target });
  const client = await session(restored);
  const orders = await client.query<{ id: number }>("select id from orders order by id");
  await client.end();
  return orders.rows.map(({ id }) => id);
}

/** Tries deploy/runbooks/restore-database.md. */
it("has what was there at a moment, and with the whole archive what was there at the end", async () => {
  const archive = join(folder, "archive");
  const live = await start("live", {
    archive_mode: "on",
    archive_command: `cp %p ${archive}/%f`,
    max_wal_size: "64MB",
  });
  const client = await session(live);
  await client.query("create table orders (id int primary key)");
  await client.query("insert into orders values (1)");
  await client.query("select pg_backup_start('base', fast => true)");
  copyCluster("live", "base");
  const stopped = await client.query<{ labelfile: string }>(
    "select labelfile from pg_backup_stop()",
  );
  for (const file of ["postmaster.pid", "postmaster.opts"]) {
    rmSync(join(folder, "base", "cluster", file), { force: true });
  }
  const label = join(folder, "base", "cluster", "backup_label");
  writeFileSync(label, stopped.rows[0]?.labelfile ?? "");
  giveToServer(label);

  await client.query("insert into orders values (2)");
  const clock = await client.query<{ moment: string }>("select clock_timestamp()::text as moment");
  const recovery_target_time = clock.rows[0]?.moment ?? "";
  await wait(20);
  await client.query("delete from orders where id = 1");
  await client.query("insert into orders values (3)");
  const last = await client.query<{ file: string }>(
    "select pg_walfile_name(pg_switch_wal()) as file",
  );
  const file = last.rows[0]?.file ?? "";
  // Its file is there before all of it is copied.
  const archived = "select from pg_stat_archiver where last_archived_wal >= $1";
  while ((await client.query(archived, [file])).rowCount === 0) await wait(20);
  await client.end();

  const promoted = { recovery_target_action: "promote" };
  expect(await restore("before", "base", { recovery_target_time, ...promoted })).toEqual([1, 2]);
  expect(await restore("all", "base", {})).toEqual([2, 3]);
});
