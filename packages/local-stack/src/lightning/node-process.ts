import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { stackLimits } from "../limits.ts";
import { claimFolder } from "../processes/claim-folder.ts";
import { type LocalServer, runServer } from "../processes/local-server.ts";
import { type RunningProcess, runProcess } from "../processes/run-process.ts";
import { lightningLimits } from "./lightning-limits.ts";
import { NodeEndedError, until } from "./until.ts";

/** A node under supervision, which can also be made to stand still: it takes connections and says nothing. */
export type NodeProcess = Omit<LocalServer, "url" | "port"> & {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether it runs and does not stand still. */
  readonly isAwake: () => boolean;
};

export interface NodePlan {
  readonly name: string;
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Tells whether the node answers; asked again and again. */
  readonly isReady: () => Promise<boolean>;
}

/** Starts a node in a folder of its own and waits until it answers. Throws with its last words otherwise. */
export async function startNodeProcess(plan: NodePlan): Promise<NodeProcess> {
  mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
  const claim = await claimFolder(plan.folder);
  try {
    const controls = await runServer<"graceful">(
      {
        name: plan.name,
        folder: plan.folder,
        launch: (onSpawn) => launch(plan, onSpawn),
        stopSignal: () => "SIGTERM",
      },
      claim,
    );
    return pausable(controls);
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** A process that stands still could not end in order either. */
function pausable(controls: Omit<LocalServer, "url" | "port">): NodeProcess {
  let paused = false;
  const isRunning = (): boolean => {
    try {
      return controls.pid() > 0;
    } catch {
      return false;
    }
  };
  const resume = (): void => {
    if (paused && isRunning()) process.kill(controls.pid(), "SIGCONT");
    paused = false;
  };
  return {
    ...controls,
    isAwake: () => isRunning() && !paused,
    pause: () => {
      process.kill(controls.pid(), "SIGSTOP");
      paused = true;
    },
    resume,
    stop: (mode) => {
      resume();
      return controls.stop(mode);
    },
    restart: (mode) => {
      resume();
      return controls.restart(mode);
    },
  };
}

async function launch(plan: NodePlan, onSpawn: (pid: number) => void): Promise<RunningProcess> {
  const running = await runProcess({
    name: plan.name,
    command: plan.program,
    args: plan.args,
    env: { HOME: plan.folder, PATH: process.env["PATH"] ?? "" },
    cwd: plan.folder,
    logFile: join(plan.folder, "node.log"),
    stopSignal: "SIGTERM",
  });
  onSpawn(running.pid);
  const isReady = (): Promise<boolean> => {
    if (running.exit() === undefined) return plan.isReady();
    throw new NodeEndedError(`${plan.name} has ended. Its last words:\n${running.logTail()}`);
  };
  try {
    await until(`${plan.name} to answer`, isReady, lightningLimits.nodeReadyTimeoutMs);
    return running;
  } catch (error) {
    await running.stop("SIGKILL", stackLimits.serverStopTimeoutMs);
    throw error;
  }
}
