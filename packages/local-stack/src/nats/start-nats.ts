import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stackLimits } from "../limits.ts";
import { claimFolder } from "../processes/claim-folder.ts";
import { findFreePort } from "../processes/free-port.ts";
import { type LocalServer, runServer } from "../processes/local-server.ts";
import { type RunningProcess, runProcess } from "../processes/run-process.ts";
import { findNatsServer } from "./find-nats-server.ts";

/** A NATS server with JetStream on 127.0.0.1. */
export interface Nats extends LocalServer {
  /** Where JetStream keeps its files; only to be touched while the server is stopped. */
  readonly storeDir: string;
}

export interface NatsOptions {
  /** Made when it is not there. */
  readonly storeDir: string;
  /** Exactly this port; without it a free one is found. */
  readonly port?: number;
  /** Serves NATS' own status pages on this port. */
  readonly monitoringPort?: number;
  /** Throws away what the folder holds. */
  readonly fresh?: boolean;
  /** Who may log in, as an `authorization` block; without it everybody may do everything. */
  readonly authorization?: string;
  /** One of several servers that share their streams. */
  readonly cluster?: NatsCluster;
}

export interface NatsCluster {
  readonly name: string;
  /** Where this server listens for the others. */
  readonly port: number;
  /** Where the others do. */
  readonly otherPorts: readonly number[];
}

/**
 * Starts a NATS server and waits until it greets with JetStream switched on. Throws with the last log lines when it
 * does not start, and `FolderInUseError` when another process runs it on the same folder.
 */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const program = findNatsServer();
  const claim = await claimFolder(options.storeDir);
  try {
    const storeDir = join(options.storeDir, "jetstream");
    if (options.fresh) rmSync(storeDir, { recursive: true, force: true });
    let port = options.port;
    const launch = async (onSpawn: (pid: number) => void): Promise<RunningProcess> => {
      const launched = await launchWithRetry({ program, options }, port, onSpawn);
      port = launched.port;
      return launched.running;
    };
    const plan = { name: "NATS", folder: options.storeDir, launch, stopSignal } as const;
    const controls = await runServer<"graceful">(plan, claim);
    const settled = port ?? 0;
    return { ...controls, port: settled, url: `nats://127.0.0.1:${settled}`, storeDir };
  } catch (error) {
    claim.release();
    throw error;
  }
}

const stopSignal = (): NodeJS.Signals => "SIGTERM";

interface Launch {
  readonly program: string;
  readonly options: NatsOptions;
}

async function launchWithRetry(
  { program, options }: Launch,
  fixedPort: number | undefined,
  onSpawn: (pid: number) => void,
): Promise<{ readonly running: RunningProcess; readonly port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await findFreePort());
    const name = randomUUID();
    const configFile = join(options.storeDir, "nats.conf");
    writeFileSync(configFile, configText(options, port, name), { mode: 0o600 });
    const running = await runProcess({
      name: "NATS",
      command: program,
      args: ["--config", configFile],
      env: {},
      cwd: options.storeDir,
      logFile: join(options.storeDir, "nats.log"),
      stopSignal: "SIGTERM",
    });
    onSpawn(running.pid);
    if (await greets(running, port, name)) return { running, port };
    const log = running.logTail();
    await running.kill();
    if (attempt >= stackLimits.startAttemptsMax || !log.includes("address already in use")) {
      throw new Error(`NATS did not start on port ${port}. Its last words:\n${log}`);
    }
    await wait(stackLimits.readyPollMs * 5);
  }
}

/**
 * A client that fell silent is forgotten within seconds (the preset is minutes): until then the questions of its
 * queue group and the facts that it had asked for go to it and are lost. `deploy/nats/nats.conf` says the same.
 */
export const silentClientLines = ['ping_interval: "1s"', "ping_max: 3"] as const;

function configText(options: NatsOptions, port: number, name: string): string {
  const monitoring =
    options.monitoringPort === undefined ? [] : [`http: "127.0.0.1:${options.monitoringPort}"`];
  return [
    `listen: "127.0.0.1:${port}"`,
    `server_name: "${name}"`,
    ...monitoring,
    ...silentClientLines,
    "jetstream {",
    `  store_dir: ${JSON.stringify(options.storeDir)}`,
    "  max_memory_store: 268435456",
    "  max_file_store: 17179869184",
    "}",
    ...(options.cluster === undefined ? [] : clusterLines(options.cluster)),
    options.authorization ?? "",
  ].join("\n");
}

function clusterLines({ name, port, otherPorts }: NatsCluster): readonly string[] {
  const routes = otherPorts.map((other) => JSON.stringify(`nats://127.0.0.1:${other}`));
  return [
    "cluster {",
    `  name: ${JSON.stringify(name)}`,
    `  listen: "127.0.0.1:${port}"`,
    `  routes: [${routes.join(", ")}]`,
    "}",
  ];
}

/** Asks until this very server, known by its name, greets; false when it ended or the time is over. */
async function greets(running: RunningProcess, port: number, name: string): Promise<boolean> {
  const deadline = Date.now() + stackLimits.natsReadyTimeoutMs;
  while (running.exit() === undefined && Date.now() < deadline) {
    const greeting = await readGreeting(port);
    if (greeting.includes(name) && greeting.includes('"jetstream":true')) return true;
    await wait(stackLimits.readyPollMs);
  }
  return false;
}

/** The line `INFO {…}` with which NATS opens every connection; empty when nobody answers. */
function readGreeting(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let text = "";
    const finish = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(1_000, finish);
    socket.once("error", finish);
    socket.once("close", finish);
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      if (text.includes("\n")) finish();
    });
  });
}
