import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as localStack from "@sanu/local-stack";
import { type Migrations, migrate } from "@sanu/platform";
import pg from "pg";

/** The Postgres and NATS of one run of the bench, fresh and its own. */
export interface BenchServers {
  readonly folder: string;
  readonly postgres: localStack.Postgres;
  readonly nats: localStack.Nats;
  /** Where NATS serves its status pages. */
  readonly natsMonitoringUrl: string;
  /** Makes a database of its own, with the tables of a service or none; returns its URL. */
  readonly newDatabase: (name: string, migrations?: Migrations) => Promise<string>;
  /** Runs one statement as the administrator. */
  readonly administrate: (
    text: string,
    url?: string,
  ) => Promise<readonly Record<string, unknown>[]>;
  readonly stop: () => Promise<void>;
}

/** Starts both on a folder that goes away with the run. Postgres counts its statements. */
export async function startServers(): Promise<BenchServers> {
  const root = localStack.chooseDataFolder(localStack.postgresAccount()).folder;
  const folder = join(root, "bench", String(process.pid));
  mkdirSync(folder, { recursive: true });
  const postgres = await localStack.startPostgres({
    dataDir: join(folder, "postgres"),
    binariesDir: join(root, "binaries"),
    settings: { shared_preload_libraries: "pg_stat_statements", track_functions: "pl" },
  });
  const monitoringPort = await localStack.findFreePort();
  const nats = await localStack.startNats({ storeDir: join(folder, "nats"), monitoringPort });
  const administrate: BenchServers["administrate"] = async (text, url = postgres.url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await administrate("create extension if not exists pg_stat_statements");
  return {
    folder,
    postgres,
    nats,
    natsMonitoringUrl: `http://127.0.0.1:${monitoringPort}`,
    administrate,
    async newDatabase(name, migrations) {
      const unique = `${name}_${randomBytes(4).toString("hex")}`;
      await administrate(`create database ${unique}`);
      const url = new URL(postgres.url);
      url.pathname = `/${unique}`;
      if (migrations !== undefined) await migrate(url.href, migrations);
      return url.href;
    },
    async stop() {
      await Promise.all([postgres.stop("immediate"), nats.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
