import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { stackLimits } from "../limits.ts";
import { claimFolder } from "../processes/claim-folder.ts";
import { findFreePort } from "../processes/free-port.ts";
import { type LocalServer, runServer } from "../processes/local-server.ts";
import { type Account, type RunningProcess, runProcess } from "../processes/run-process.ts";
import {
  administrator,
  type Cluster,
  clearStalePid,
  openCluster,
  serverEnvironment,
} from "./cluster.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";
import { postgresAccount } from "./server-account.ts";

/** `fast` ends sessions and checkpoints; `immediate` leaves recovery to the next start. */
export type PostgresStop = "fast" | "immediate";

/** A Postgres on 127.0.0.1; `url` is the administrator's. */
export type Postgres = LocalServer<PostgresStop>;

export interface PostgresOptions {
  /** Made when it is not there. As root, the user `nobody` must be able to reach it. */
  readonly dataDir: string;
  /** Exactly this port; without it a free one is found. */
  readonly port?: number;
  /** Settings of `postgresql.conf`, for example `{ log_statement: "all" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Throws away what the folder holds. */
  readonly fresh?: boolean;
  /**
   * For data that ends with its server, as that of tests: nothing waits for the disk, so that a commit outlives a kill but no power
   * cut, and nothing is vacuumed.
   */
  readonly unsynced?: boolean;
  /** Where programs are copied to when root's clone is closed to others; default: inside `dataDir`. */
  readonly binariesDir?: string;
}

/**
 * Starts a real Postgres on a data folder and waits until it answers a query. Writes are durable unless
 * `unsynced` says otherwise. Throws with the last log lines when it does not start, and `FolderInUseError` when another process runs it.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const claim = await claimFolder(options.dataDir);
  try {
    const prepared = prepare(options);
    let port = options.port;
    const launch = async (onSpawn: (pid: number) => void): Promise<RunningProcess> => {
      const launched = await launchWithRetry(prepared, port, onSpawn);
      port = launched.port;
      return launched.running;
    };
    const plan = { name: "Postgres", folder: options.dataDir, launch, stopSignal } as const;
    const controls = await runServer<PostgresStop>(plan, claim);
    const settled = port ?? 0;
    return { ...controls, port: settled, url: urlOf(prepared.cluster, settled) };
  } catch (error) {
    claim.release();
    throw error;
  }
}

function stopSignal(mode: PostgresStop | undefined): NodeJS.Signals {
  return mode === "immediate" ? "SIGQUIT" : "SIGINT";
}

interface Launch {
  readonly program: string;
  readonly cluster: Cluster;
  readonly account: Account | undefined;
  readonly options: PostgresOptions;
}

function prepare(options: PostgresOptions): Launch {
  const folder = options.dataDir;
  if (options.fresh) rmSync(join(folder, "cluster"), { recursive: true, force: true });
  const account = postgresAccount();
  const binaries = findPostgresBinaries(account, options.binariesDir ?? join(folder, "binaries"));
  const cluster = openCluster(folder, binaries, account);
  return { program: binaries.postgres, cluster, account, options };
}

/** What a start says when it only came too early, or when another process took the port between two looks. */
const passing =
  /pre-existing shared memory block|postmaster\.pid" already exists|Address already in use/;

async function launchWithRetry(
  launch: Launch,
  fixedPort: number | undefined,
  onSpawn: (pid: number) => void,
): Promise<{ readonly running: RunningProcess; readonly port: number }> {
  await clearStalePid(launch.cluster);
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await findFreePort());
    const running = await runProcess({
      name: "Postgres",
      command: launch.program,
      args: ["-D", launch.cluster.folder, ...settingsArgs(launch.options, port)],
      env: serverEnvironment,
      cwd: "/",
      logFile: join(launch.options.dataDir, "postgres.log"),
      account: launch.account,
      stopSignal: "SIGINT",
    });
    onSpawn(running.pid);
    if (await responses(running, urlOf(launch.cluster, port))) return { running, port };
    const log = running.logTail();
    await running.kill();
    if (attempt >= stackLimits.startAttemptsMax || !passing.test(log)) {
      throw new Error(`Postgres did not start on port ${port}. Its last words:\n${log}`);
    }
    await wait(stackLimits.readyPollMs * 5);
  }
}

/** Tests make hundreds of databases, which autovacuum would look through one after the other all the time. */
const unsyncedSettings = { fsync: "off", autovacuum: "off" } as const;

function settingsArgs(options: PostgresOptions, port: number): string[] {
  const settings = {
    shared_buffers: "128MB",
    max_connections: "300",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    log_checkpoints: "off",
    // The details of a broken constraint quote the row: people's names and addresses do not belong in a log.
    log_error_verbosity: "terse",
    ...options.settings,
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    ...(options.unsynced === true ? unsyncedSettings : { fsync: "on" }),
    synchronous_commit: "on",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function urlOf(cluster: Cluster, port: number): string {
  return `postgres://${administrator}:${cluster.password}@127.0.0.1:${port}/postgres`;
}

/** Asks until it answers; false when it ended or the time is over. */
async function responses(running: RunningProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + stackLimits.postgresReadyTimeoutMs;
  while (running.exit() === undefined && Date.now() < deadline) {
    if (await canQuery(url)) return running.exit() === undefined;
    await wait(stackLimits.readyPollMs);
  }
  return false;
}

async function canQuery(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
