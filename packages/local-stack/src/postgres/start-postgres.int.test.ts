import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canReach, cloneFolder } from "../folders/data-folder.ts";
import { FolderInUseError } from "../processes/claim-folder.ts";
import { findCommandOf, findProcessMark } from "../processes/process-mark.ts";
import { runProcess } from "../processes/run-process.ts";
import { queryRows } from "./query-rows.fixture.ts";
import { postgresAccount } from "./server-account.ts";
import { type Postgres, startPostgres } from "./start-postgres.ts";

let folder: string;
const started: Postgres[] = [];

async function start(options: Parameters<typeof startPostgres>[0]): Promise<Postgres> {
  const postgres = await startPostgres(options);
  started.push(postgres);
  return postgres;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-postgres-"));
  const account = postgresAccount();
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
});

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop("immediate");
  rmSync(folder, { recursive: true, force: true });
});

describe("a local Postgres", () => {
  it("is durable, private to this machine and user, and closed without its password", async () => {
    const postgres = await start({ dataDir: folder, settings: { fsync: "off", work_mem: "5MB" } });
    const withoutPassword = new URL(postgres.url);
    withoutPassword.password = "guess";

    const settings = await queryRows(
      postgres.url,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit',
       'listen_addresses', 'unix_socket_directories', 'full_page_writes', 'work_mem') order by 1`,
    );
    const version = await queryRows(postgres.url, "show server_version_num");

    expect(settings).toEqual([
      ["fsync", "on"],
      ["full_page_writes", "on"],
      ["listen_addresses", "127.0.0.1"],
      ["synchronous_commit", "on"],
      ["unix_socket_directories", ""],
      ["work_mem", "5120"],
    ]);
    expect(version[0]?.[0]).toMatch(/^18/);
    await expect(queryRows(withoutPassword.href, "select 1")).rejects.toThrow(/password/);
    expect(statSync(join(folder, "password")).mode & 0o777).toBe(0o600);
    expect(ownerOf(postgres.pid())).toBe(postgresAccount()?.uid ?? process.getuid?.());
    expect(ownerOf(postgres.pid())).not.toBe(0);
  });

  it("writes no data of a refused row into its log", async () => {
    const { url } = await start({ dataDir: folder });
    await queryRows(url, "create table people (email text constraint one_each unique)");
    const insert = () => queryRows(url, "insert into people values ('awa' || '@example.org')");
    await insert();

    await expect(insert()).rejects.toMatchObject({
      detail: "Key (email)=(awa@example.org) already exists.",
    });
    const log = readFileSync(join(folder, "postgres.log"), "utf8");
    expect(log).toContain("one_each");
    expect(log).not.toContain("awa@example.org");
  });

  it("keeps its folder to itself and committed data through a kill and a restart, also unsynced", async () => {
    const postgres = await start({ dataDir: folder, unsynced: true });
    const shown = "select current_setting('fsync'), current_setting('synchronous_commit')";
    expect(await queryRows(postgres.url, shown)).toEqual([["off", "on"]]);
    await queryRows(postgres.url, "create table kept as select 42 as n");
    const before = postgres.pid();

    await expect(startPostgres({ dataDir: folder })).rejects.toThrow(FolderInUseError);
    await postgres.kill();
    expect(() => postgres.pid()).toThrow("not running");
    await postgres.restart();

    expect(postgres.pid()).not.toBe(before);
    expect(await queryRows(postgres.url, "select n from kept")).toEqual([[42]]);
  });

  it("keeps its data and password between two starts, and forgets them when asked to be fresh", async () => {
    const first = await start({ dataDir: folder });
    await queryRows(first.url, "create table kept ()");
    await first.stop("fast");
    const second = await start({ dataDir: folder });
    const kept = await queryRows(second.url, "select to_regclass('kept')::text");
    await second.stop("fast");
    const third = await start({ dataDir: folder, fresh: true });

    expect(kept).toEqual([["kept"]]);
    expect(await queryRows(third.url, "select to_regclass('kept')::text")).toEqual([[null]]);
    expect(new URL(third.url).password).not.toBe(new URL(first.url).password);
  });

  it("starts although a killed server's number now belongs to another process of its user", async () => {
    const first = await start({ dataDir: folder });
    await first.kill();
    await first.stop();
    const stranger = await runProcess({
      name: "stranger",
      command: "/bin/sleep",
      args: ["60"],
      env: {},
      cwd: "/",
      logFile: join(folder, "stranger.log"),
      account: postgresAccount(),
      stopSignal: "SIGTERM",
    });
    const pidFile = join(folder, "cluster", "postmaster.pid");
    const lines = readFileSync(pidFile, "utf8").split("\n");
    writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join("\n"));

    const second = await start({ dataDir: folder });

    expect(await queryRows(second.url, "select 1")).toEqual([[1]]);
    expect(findProcessMark(stranger.pid)).toBeDefined();
    await stranger.kill();
  });

  it("replaces the server that a killed owner left running", async () => {
    const left = startInOtherProcess(folder);
    expect(findCommandOf(left.pid)).toContain(folder);

    const postgres = await start({ dataDir: folder });

    expect(findCommandOf(left.pid)).toBeUndefined();
    expect(await queryRows(postgres.url, "select n from kept")).toEqual([[7]]);
  });

  it("says what is wrong when it cannot start", async () => {
    const broken = startPostgres({ dataDir: folder, settings: { shared_buffers: "much" } });

    await expect(broken).rejects.toThrow(/shared_buffers/);
  });

  it("needs no other user when it is not started by root", () => {
    const nobody = postgresAccount();
    // From a closed home only root itself can run the project's files.
    const starter = nobody !== undefined && canReach(cloneFolder, nobody) ? nobody : undefined;

    const left = startInOtherProcess(folder, starter);

    expect(ownerOf(left.pid)).toBe(nobody?.uid ?? process.getuid?.());
    process.kill(left.pid, "SIGQUIT");
  });
});

function ownerOf(pid: number): number {
  return Number(spawnSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}

/** Starts a Postgres from a process that then kills itself, as a crashed stack would leave it. */
function startInOtherProcess(
  dataDir: string,
  account?: { readonly uid: number; readonly gid: number },
): { readonly pid: number } {
  const module = new URL("./start-postgres.ts", import.meta.url).href;
  const program = `
    const { startPostgres } = await import(${JSON.stringify(module)});
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve("pg"))});
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("create table kept as select 7 as n");
    await client.end();
    require("node:fs").writeSync(1, String(postgres.pid()));
    process.kill(process.pid, "SIGKILL");`;
  const wrapped = `(async () => {${program}})().catch((error) => { console.error(error); process.exit(1); });`;
  const response = spawnSync(process.execPath, ["--eval", wrapped], {
    ...account,
    cwd: "/",
    env: { PATH: process.env["PATH"] },
    encoding: "utf8",
  });
  if (response.signal !== "SIGKILL") throw new Error(response.stderr);
  return { pid: Number(response.stdout) };
}
