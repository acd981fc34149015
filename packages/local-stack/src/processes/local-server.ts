import { stackLimits } from "../limits.ts";
import { claimFolder, type FolderClaim } from "./claim-folder.ts";
import type { ProcessExit, RunningProcess } from "./run-process.ts";

/** A server that the local stack runs on 127.0.0.1. */
export interface LocalServer<Mode extends string = "graceful"> {
  readonly url: string;
  readonly port: number;
  /** The number of the running process; throws when it is stopped. */
  readonly pid: () => number;
  /** Ends it and lets go of its folder. */
  readonly stop: (mode?: Mode) => Promise<void>;
  /** SIGKILL. The folder stays ours, for `restart`. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port and the same data, stopping it before when it still runs. */
  readonly restart: (mode?: Mode) => Promise<void>;
  /** Resolves when the process ends, whatever ended it. */
  readonly exited: () => Promise<ProcessExit>;
}

export interface ServerPlan<Mode extends string> {
  readonly name: string;
  readonly folder: string;
  /** Starts the process, tells its number as soon as it has one, and waits until it answers. */
  readonly launch: (onSpawn: (pid: number) => void) => Promise<RunningProcess>;
  readonly stopSignal: (mode: Mode | undefined) => NodeJS.Signals;
}

type ServerControls<Mode extends string> = Omit<LocalServer<Mode>, "url" | "port">;

/** Launches a server in a folder that is already claimed, and keeps it. */
export async function runServer<Mode extends string>(
  plan: ServerPlan<Mode>,
  firstClaim: FolderClaim,
): Promise<ServerControls<Mode>> {
  let claim: FolderClaim | undefined = firstClaim;
  let running = await plan.launch((pid) => firstClaim.record([pid]));

  const end = (mode?: Mode): Promise<ProcessExit> =>
    running.stop(plan.stopSignal(mode), stackLimits.serverStopTimeoutMs);
  return {
    pid: () => {
      if (running.exit() !== undefined) throw new Error(`${plan.name} is not running`);
      return running.pid;
    },
    exited: () => running.exited,
    stop: async (mode) => {
      await end(mode);
      claim?.release();
      claim = undefined;
    },
    kill: async () => {
      await running.kill();
    },
    restart: async (mode) => {
      await end(mode);
      const held = claim ?? (await claimFolder(plan.folder));
      claim = held;
      running = await plan.launch((pid) => held.record([pid]));
    },
  };
}
