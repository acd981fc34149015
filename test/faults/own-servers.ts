import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
import { eventually } from "@sanu/testing";
import { guardText, type NatsGuard, newGuard } from "./nats-guard.ts";

/** A server that one test has for itself, to do with it what it likes. */
export type Own<Server> = Server & {
  /** Stops it and removes its data. */
  readonly remove: () => Promise<void>;
};

/** With the rights of production, so that a fault shows which one is missing. */
export type OwnNats = Own<Nats> & {
  readonly guard: NatsGuard;
  /** Takes other rights as an operator has it take them: by its file and a signal, without a restart. */
  readonly reload: (authorization: string) => Promise<void>;
};

export async function startOwnNats(
  guard: NatsGuard = newGuard(),
  authorization: string = guardText(guard),
): Promise<OwnNats> {
  const folder = mkdtempSync(join(tmpdir(), "sanu-own-nats-"));
  const nats = await startNats({ storeDir: folder, authorization });
  return {
    ...nats,
    guard,
    reload: (text) => reload(nats, folder, text),
    remove: () => remove(folder, () => nats.stop()),
  };
}

async function reload(nats: Nats, folder: string, authorization: string): Promise<void> {
  const file = join(folder, "nats.conf");
  const reloads = () =>
    readFileSync(join(folder, "nats.log"), "utf8").split("Reloaded server configuration").length;
  const before = reloads();
  const [rest = ""] = readFileSync(file, "utf8").split("authorization {");
  writeFileSync(file, rest + authorization);
  process.kill(nats.pid(), "SIGHUP");
  await eventually("NATS has the other rights", () => reloads() > before);
}

/** A cluster of its own. */
export type OwnPostgres = Own<Postgres> & {
  /** The same cluster at another port, once this one is stopped; at a free one where none is given. */
  readonly startAt: (port?: number) => Promise<OwnPostgres>;
};

/**
 * It waits for no disk: its processes are killed and not its machine, and a crash would have every file of it synchronised
 * at the next start, behind all that other tests have written.
 */
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
    unsynced: true,
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
