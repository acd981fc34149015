import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chooseDataFolder } from "./folders/data-folder.ts";
import { startNats } from "./nats/start-nats.ts";
import { postgresAccount } from "./postgres/server-account.ts";
import { startPostgres } from "./postgres/start-postgres.ts";
import { claimFolder, FolderInUseError } from "./processes/claim-folder.ts";

export interface TestServers {
  /** The administrator's URL of a Postgres that may make and drop databases. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  /** Whether the databases are still there behind `stop`. */
  readonly keepsDatabases: boolean;
  /** Stops what this run started and removes its data; leaves alone what was there before. */
  readonly stop: () => Promise<void>;
}

/**
 * A Postgres and a NATS for a test run: those that `DATABASE_URL` (administrative) and `NATS_URL` name, else fresh
 * ones in a folder of their own. Data of runs that were killed is removed, and their servers are ended.
 */
export async function ensureTestServers(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<TestServers> {
  const givenDatabase = env["DATABASE_URL"];
  const givenNats = env["NATS_URL"];
  if (givenDatabase && givenNats) {
    return {
      databaseUrl: givenDatabase,
      natsUrl: givenNats,
      keepsDatabases: true,
      stop: () => Promise.resolve(),
    };
  }
  const root = chooseDataFolder(postgresAccount()).folder;
  const runs = join(root, "tests");
  await removeDeadRuns(runs);
  const folder = join(runs, String(process.pid));
  await claimFolder(folder);
  const [postgres, nats] = await Promise.all([
    givenDatabase
      ? undefined
      : startPostgres({
          dataDir: join(folder, "postgres"),
          binariesDir: join(root, "binaries"),
          unsynced: true,
        }),
    givenNats ? undefined : startNats({ storeDir: join(folder, "nats") }),
  ]);
  return {
    databaseUrl: givenDatabase || (postgres?.url ?? ""),
    natsUrl: givenNats || (nats?.url ?? ""),
    keepsDatabases: postgres === undefined,
    stop: async () => {
      await Promise.all([postgres?.stop("immediate"), nats?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A run that was killed left its folders, perhaps with servers running in them. */
async function removeDeadRuns(runs: string): Promise<void> {
  mkdirSync(runs, { recursive: true });
  for (const name of readdirSync(runs)) {
    const run = join(runs, name);
    if (await isAbandoned(run)) rmSync(run, { recursive: true, force: true });
  }
}

/** Claiming a dead run's folders ends the servers it left behind. */
async function isAbandoned(run: string): Promise<boolean> {
  try {
    for (const folder of [run, join(run, "postgres"), join(run, "nats")]) {
      await claimFolder(folder);
    }
    return true;
  } catch (error) {
    if (error instanceof FolderInUseError) return false;
    throw error;
  }
}
