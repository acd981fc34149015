import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { findFreePort, runProcess, waitUntilReady } from "@sanu/local-stack";
import { openHttp } from "../system/http.ts";
import type { BenchServers } from "../system/servers.ts";
import type { Posting } from "./postings.ts";

/** Formance's ledger as a process, with one ledger in it that has the features it gives by default. */
export interface PeerLedger {
  /** Posts one transaction under a reference of its own; done when it is committed. */
  readonly post: (postings: readonly Posting[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** More than requests are under way, so that none waits for a connection. */
const connections = 40;
const stopTimeoutMs = 10_000;

/** What a program says of its version; `undefined` when it does not run here. */
export function versionOf(program: string): string | undefined {
  const { status, stdout } = spawnSync(program, ["version"], { encoding: "utf8" });
  return status === 0 ? /^Version: (\S+)/.exec(stdout)?.[1] : undefined;
}

/** Starts the program on a database of its own on the server that we use too. */
export async function startPeerLedger(servers: BenchServers, program: string): Promise<PeerLedger> {
  const databaseUrl = await servers.newDatabase("bench_peer");
  const address = `127.0.0.1:${await findFreePort()}`;
  const running = await runProcess({
    name: "the peer's ledger",
    command: program,
    args: [
      "serve",
      "--auto-upgrade",
      `--bind=${address}`,
      `--postgres-uri=${databaseUrl}`,
      `--postgres-max-open-conns=${connections}`,
      `--postgres-max-idle-conns=${connections}`,
    ],
    env: {},
    cwd: servers.folder,
    logFile: join(servers.folder, "peer-ledger.log"),
    stopSignal: "SIGTERM",
  });
  const http = openHttp(`http://${address}`, connections);
  const stop = async (): Promise<void> => {
    await http.close();
    await running.stop("SIGTERM", stopTimeoutMs);
  };
  try {
    await waitUntilReady(running, `http://${address}/_healthcheck`);
    await http.post("/v2/bench", { status: 204, body: {} });
  } catch (error) {
    await stop();
    throw error;
  }
  return { post: (postings) => http.post(path, { status: 200, body: bodyOf(postings) }), stop };
}

/** Without its check of balances, because accounts of ours stand below zero. */
const path = "/v2/bench/transactions?force=true";

function bodyOf(postings: readonly Posting[]): object {
  return {
    reference: randomUUID(),
    metadata: {},
    postings: postings.map((one) => ({ ...one, amount: Number(one.amount) })),
  };
}
