import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stackLimits } from "../limits.ts";

export interface ProcessOptions {
  /** What people call it, also in errors. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Takes both outputs; appended to. */
  readonly logFile: string;
  /** Another user to run as; only root can ask for it. */
  readonly account?: Account | undefined;
  /** The signal that ends it well; also sent when this process ends without having stopped it. */
  readonly stopSignal: NodeJS.Signals;
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process with its own process group, so that Ctrl-C reaches it only through us. */
export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<ProcessExit>;
  /** How it ended; `undefined` while it runs. */
  readonly exit: () => ProcessExit | undefined;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Sends the signal and waits for the end; after `timeoutMs` it sends SIGKILL. */
  readonly stop: (signal: NodeJS.Signals, timeoutMs: number) => Promise<ProcessExit>;
  /** SIGKILL, and waits for the end. */
  readonly kill: () => Promise<ProcessExit>;
  /** The last lines it wrote in this run. */
  readonly logTail: () => string;
}

/** Starts a process; throws when the program cannot be started at all. */
export async function runProcess(options: ProcessOptions): Promise<RunningProcess> {
  const log = openLog(options.logFile);
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ["ignore", log.descriptor, log.descriptor],
    detached: true,
    ...options.account,
  });
  // At once: this process may end before it hears that the child has started.
  endWithThisProcess(child, options.stopSignal);
  try {
    await once(child, "spawn");
  } catch (cause) {
    throw new Error(`${options.name} cannot be started: ${options.command}`, { cause });
  } finally {
    closeSync(log.descriptor);
  }
  return handleOf(child, options, log.startBytes);
}

function handleOf(
  child: ChildProcess,
  options: ProcessOptions,
  startBytes: number,
): RunningProcess {
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${options.name} has no process number`);
  let ended: ProcessExit | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once("exit", (code, signal) => {
      ended = { code, signal };
      resolve(ended);
    });
  });
  const stop = async (signal: NodeJS.Signals, timeoutMs: number): Promise<ProcessExit> => {
    child.kill(signal);
    const patience = new AbortController();
    const late = wait(timeoutMs, undefined, { signal: patience.signal }).then(
      () => child.kill("SIGKILL"),
      () => false,
    );
    const exit = await exited;
    patience.abort();
    await late;
    return exit;
  };
  return {
    name: options.name,
    pid,
    exited,
    exit: () => ended,
    signal: (signal) => void child.kill(signal),
    stop,
    kill: () => stop("SIGKILL", stackLimits.serverStopTimeoutMs),
    logTail: () => readTail(options.logFile, startBytes),
  };
}

const alive = new Map<ChildProcess, NodeJS.Signals>();

/** What still runs when this process exits, on whatever way it does so, is asked to end too. */
function endWithThisProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  if (alive.size === 0) process.once("exit", endAll);
  alive.set(child, signal);
  const unregister = (): void => {
    alive.delete(child);
    if (alive.size === 0) process.off("exit", endAll);
  };
  child.once("exit", unregister);
  child.once("error", unregister);
}

function endAll(): void {
  for (const [child, signal] of alive) child.kill(signal);
}

function openLog(file: string): { readonly descriptor: number; readonly startBytes: number } {
  mkdirSync(dirname(file), { recursive: true });
  const sizeBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const full = sizeBytes > stackLimits.logBytesMax;
  if (full) renameSync(file, `${file}.1`);
  return { descriptor: openSync(file, "a", 0o600), startBytes: full ? 0 : sizeBytes };
}

function readTail(file: string, fromBytes: number): string {
  const descriptor = openSync(file, "r");
  try {
    const sizeBytes = statSync(file).size;
    const start = Math.max(fromBytes, sizeBytes - stackLimits.logTailBytesMax);
    const buffer = Buffer.alloc(Math.max(0, sizeBytes - start));
    readSync(descriptor, buffer, 0, buffer.length, start);
    const lines = buffer.toString("utf8").trimEnd().split("\n");
    return lines.slice(-stackLimits.logTailLinesMax).join("\n");
  } finally {
    closeSync(descriptor);
  }
}
