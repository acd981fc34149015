import { spawn } from "node:child_process";
import { constants, homedir, setPriority } from "node:os";

const saidLengthMax = 200;

/**
 * Runs a compiler behind everything else, and ends it with all that it started when the time is over: what it had done by
 * then, the next run need not do again. Returns what went wrong.
 */
export function runCompiler(options: {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}): Promise<string | undefined> {
  const { command, args, timeoutMs } = options;
  const child = spawn(command, args, {
    cwd: options.folder,
    env: { HOME: homedir(), ...process.env, ...options.environment },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const endAll = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", endAll);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-saidLengthMax);
  });
  return new Promise((resolve) => {
    let late = false;
    const alarm = setTimeout(() => {
      late = true;
      endAll();
    }, timeoutMs);
    const end = (trouble: string | undefined): void => {
      clearTimeout(alarm);
      process.off("exit", endAll);
      resolve(trouble);
    };
    child.once("error", (error) => end(error.message));
    child.once("close", (code) => {
      if (late) end(`it took more than ${Math.round(timeoutMs / 1_000)} s`);
      else end(code === 0 ? undefined : (said.trim().split("\n").at(-1) ?? `${code}`));
    });
  });
}
