import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
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
  /** Stops what this run started and has its data removed; leaves alone what was there before. */
  readonly stop: () => Promise<void>;
}

/** Folders that are being removed begin with it: nobody claims one of them any more. */
const goneMark = "gone-";

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
      const gone = join(runs, `${goneMark}${randomBytes(6).toString("hex")}`);
      renameSync(folder, gone);
      removeInBackground(gone);
    },
  };
}

/** 200 000 files: nobody who waits for the tests has to wait for them too. What a killed one leaves the next run removes. */
function removeInBackground(folder: string): void {
  const text = 'require("node:fs").rmSync(process.argv[1], { recursive: true, force: true })';
  const options = { cwd: "/", detached: true, stdio: "ignore" } as const;
  spawn(process.execPath, ["--eval", text, folder], options).unref();
}

/** A run that was killed left its folders, perhaps with servers running in them. */
async function removeDeadRuns(runs: string): Promise<void> {
  mkdirSync(runs, { recursive: true });
  for (const name of readdirSync(runs)) {
    const run = join(runs, name);
    if (name.startsWith(goneMark)) removeInBackground(run);
    else if (await isAbandoned(run)) rmSync(run, { recursive: true, force: true });
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
