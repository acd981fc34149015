import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chooseDataFolder,
  type LocalServer,
  type Nats,
  type Postgres,
  postgresAccount,
  startNats,
  startPostgres,
} from "@sanu/local-stack";

import { guardText, type NatsGuard, newGuard } from "./nats-guard.ts";

/** A server that one test has for itself, to do with it what it likes. */
export type Own<Server> = Server & {
  /** Stops it and removes its data. */
  readonly remove: () => Promise<void>;
};

/** With the rights of production, so that a fault shows which one is missing. */
export type OwnNats = Own<Nats> & { readonly guard: NatsGuard };

export async function startOwnNats(): Promise<OwnNats> {
  const folder = mkdtempSync(join(tmpdir(), "sanu-own-nats-"));
  const guard = newGuard();
  const nats = await startNats({ storeDir: folder, authorization: guardText(guard) });
  return { ...nats, guard, remove: () => remove(folder, () => nats.stop()) };
}

/** A cluster of its own. */
export type OwnPostgres = Own<Postgres> & {
  /** The same cluster at another port, once this one is stopped; at a free one where none is given. */
  readonly startAt: (port?: number) => Promise<OwnPostgres>;
};

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanu-own-postgres-"));
  const account = postgresAccount();
  if (account !== undefined) chownSync(dataDir, account.uid, account.gid);
  return openCluster(dataDir);
}

async function openCluster(dataDir: string, port?: number): Promise<OwnPostgres> {
  const binariesDir = join(chooseDataFolder(postgresAccount()).folder, "binaries");
  const postgres = await startPostgres({
    dataDir,
    binariesDir,
    ...(port === undefined ? {} : { port }),
  });
  return {
    ...postgres,
    startAt: (another) => openCluster(dataDir, another),
    remove: () => remove(dataDir, () => postgres.stop("immediate")),
  };
}

async function remove(folder: string, stop: () => Promise<void>): Promise<void> {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}

/** SIGKILL for a server and all its processes at the same moment, as when the machine runs out of memory. */
export async function killWithChildren(server: LocalServer<never>): Promise<void> {
  const children = childrenOf(server.pid());
  const killed = server.kill();
  for (const pid of children) killIfThere(pid);
  await killed;
}

/** Only Linux tells; elsewhere the children of a dead Postgres notice by themselves and end. */
function childrenOf(parent: number): readonly number[] {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === parent);
  } catch {
    return [];
  }
}

/** The second field behind the name, which may itself contain brackets and blanks. */
function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}
