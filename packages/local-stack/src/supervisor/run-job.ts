import { stackLimits } from "../limits.ts";
import { runProcess } from "../processes/run-process.ts";
import { ProgramFailedError } from "./wait-until-ready.ts";

/** A program of the project that does one thing and ends, for example a migration. */
export interface Job {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly signal?: AbortSignal;
}

/** Runs a job to its end. Throws `ProgramFailedError` when it ends otherwise than well, or takes too long. */
export async function runJob(job: Job): Promise<void> {
  const running = await runProcess({
    name: job.name,
    command: process.execPath,
    args: [job.file, ...job.args],
    env: { PATH: process.env["PATH"] ?? "", ...job.env },
    cwd: "/",
    logFile: job.logFile,
    stopSignal: "SIGTERM",
  });
  const end = (): void => running.signal("SIGTERM");
  const late = setTimeout(() => running.signal("SIGKILL"), stackLimits.jobTimeoutMs);
  job.signal?.addEventListener("abort", end, { once: true });
  const exit = await running.exited;
  clearTimeout(late);
  job.signal?.removeEventListener("abort", end);
  if (exit.code === 0) return;
  throw new ProgramFailedError(
    `${job.name} ended with ${exit.code ?? exit.signal}. Its last words:\n${running.logTail()}`,
  );
}
