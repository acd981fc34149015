import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { endProcess } from "../processes/claim-folder.ts";
import { findCommandOf, findProcessMark } from "../processes/process-mark.ts";
import type { Account } from "../processes/run-process.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

/** A Postgres data directory and the password of its administrator. */
export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

export const administrator = "postgres";
const majorVersion = "18";

/** Opens the cluster below `dataDir`; makes it when there is none. Throws when another version made it. */
export function openCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Cluster {
  const folder = join(dataDir, "cluster");
  if (!existsSync(join(folder, "PG_VERSION"))) makeCluster(dataDir, binaries, account);
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version !== majorVersion) {
    throw new Error(
      `${folder} was made by Postgres ${version}, this is ${majorVersion}: start with --fresh or move it away`,
    );
  }
  return { folder, password: readFileSync(join(dataDir, "password"), "utf8").trim() };
}

/** Makes it beside its place and moves it there when it is whole: an interrupted start leaves no half cluster. */
function makeCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): void {
  const unfinished = join(dataDir, "cluster.new");
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  const password = randomBytes(24).toString("base64url");
  const passwordFile = join(unfinished, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const cluster = join(unfinished, "cluster");
  mkdirSync(cluster, { mode: 0o700 });
  if (account !== undefined) {
    chmodSync(unfinished, 0o711);
    for (const path of [passwordFile, cluster]) chownSync(path, account.uid, account.gid);
  }
  runInitdb(binaries.initdb, cluster, { passwordFile, account });
  rmSync(join(dataDir, "cluster"), { recursive: true, force: true });
  rmSync(passwordFile);
  writeFileSync(join(dataDir, "password"), password, { mode: 0o600 });
  renameSync(cluster, join(dataDir, "cluster"));
  rmSync(unfinished, { recursive: true });
}

function runInitdb(
  initdb: string,
  cluster: string,
  options: { readonly passwordFile: string; readonly account: Account | undefined },
): void {
  const response = spawnSync(
    initdb,
    [
      `--pgdata=${cluster}`,
      `--username=${administrator}`,
      `--pwfile=${options.passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      // The passwords are long and random, so that stretching them only makes connecting slow.
      "-cscram_iterations=64",
    ],
    { ...options.account, cwd: "/", env: serverEnvironment, encoding: "utf8" },
  );
  if (response.status !== 0) {
    const said = `${response.stderr}${response.stdout}`.trim();
    throw new Error(`initdb failed (${response.error?.message ?? response.status}): ${said}`);
  }
}

/** Postgres takes nothing from the environment in which the stack was started. */
export const serverEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } as const;

/**
 * A killed server leaves `postmaster.pid` with a number that may belong to somebody else by now; Postgres would
 * refuse to start if that process runs under the same user. A server that really still runs there is ended.
 */
export async function clearStalePid(cluster: Cluster): Promise<void> {
  const file = join(cluster.folder, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  const mark = Number.isNaN(pid) ? undefined : findProcessMark(pid);
  if (mark === undefined) return;
  if (findCommandOf(pid)?.includes(cluster.folder)) await endProcess(mark);
  rmSync(file, { force: true });
}
