import { join } from "node:path";
import { stackLimits } from "../limits.ts";
import { type ProcessExit, type RunningProcess, runProcess } from "../processes/run-process.ts";
import { memoryEnvironment } from "./memory-environment.ts";
import type { Program } from "./program.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

/** A program under supervision. Tests kill, stop and resume it through this. */
export interface SupervisedProgram {
  readonly name: string;
  /** The number of the running process; throws when it is not running. */
  readonly pid: () => number;
  readonly logFile: string;
  /** Any signal, for example SIGSTOP and SIGCONT. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** SIGTERM and, when that takes too long, SIGKILL. */
  readonly stop: () => Promise<ProcessExit>;
  readonly kill: () => Promise<ProcessExit>;
  /** Starts it again with the same environment, stopping it before when it still runs, and waits until it is ready. */
  readonly restart: () => Promise<void>;
  /** Resolves when the present process ends. */
  readonly exited: () => Promise<ProcessExit>;
  readonly logTail: () => string;
}

export interface RunOptions {
  readonly logsDir: string;
  /** Called with the number of every process that is started, also by `restart`. */
  readonly onLaunch?: (pid: number) => void;
  readonly signal?: AbortSignal;
}

/** Starts a program and waits until it is ready. Throws `ProgramFailedError` otherwise; then nothing is left running. */
export async function runProgram(
  program: Program,
  options: RunOptions,
): Promise<SupervisedProgram> {
  const logFile = join(options.logsDir, `${program.name}.log`);
  let running = await launch(program, logFile, options);
  const stop = (): Promise<ProcessExit> =>
    running.stop("SIGTERM", stackLimits.programStopTimeoutMs);
  return {
    name: program.name,
    logFile,
    pid: () => {
      if (running.exit() !== undefined) throw new Error(`${program.name} is not running`);
      return running.pid;
    },
    signal: (signal) => running.signal(signal),
    stop,
    kill: () => running.kill(),
    restart: async () => {
      await stop();
      running = await launch(program, logFile, options);
    },
    exited: () => running.exited,
    logTail: () => running.logTail(),
  };
}

async function launch(
  program: Program,
  logFile: string,
  options: RunOptions,
): Promise<RunningProcess> {
  const running = await runProcess({
    name: program.name,
    command: process.execPath,
    args: [program.file],
    env: { PATH: process.env["PATH"] ?? "", ...memoryEnvironment, ...program.env },
    cwd: "/",
    logFile,
    stopSignal: "SIGTERM",
  });
  options.onLaunch?.(running.pid);
  try {
    await waitUntilReady(running, program.readyUrl, options.signal);
    return running;
  } catch (error) {
    await running.kill();
    throw error;
  }
}
