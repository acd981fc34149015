import { setTimeout as wait } from "node:timers/promises";
import { stackLimits } from "../limits.ts";
import type { RunningProcess } from "../processes/run-process.ts";

/** A program ended, or did not become ready in time; the message carries its last log lines. */
export class ProgramFailedError extends Error {
  override readonly name = "ProgramFailedError";
}

/**
 * Asks `readyUrl` until it answers 200. Throws `ProgramFailedError` when the process ends, the time is over, or the
 * signal says that nobody waits any more.
 */
export async function waitUntilReady(
  running: RunningProcess,
  readyUrl: string,
  signal?: AbortSignal,
): Promise<void> {
  const timeoutMs = stackLimits.programReadyTimeoutMs;
  const deadline = Date.now() + timeoutMs;
  let last = "no response";
  while (Date.now() < deadline) {
    if (signal?.aborted) throw failed(running, "was given up");
    const exit = running.exit();
    if (exit !== undefined) {
      throw failed(running, `ended with ${exit.code ?? exit.signal} before it was ready`);
    }
    last = await probe(readyUrl);
    if (last === "ready") return;
    await wait(stackLimits.readyPollMs);
  }
  throw failed(running, `was not ready after ${timeoutMs / 1_000} s; ${readyUrl} said: ${last}`);
}

function failed(running: RunningProcess, what: string): ProgramFailedError {
  return new ProgramFailedError(`${running.name} ${what}. Its last words:\n${running.logTail()}`);
}

async function probe(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(stackLimits.readyQuestionTimeoutMs),
    });
    const text = await response.text();
    return response.status === 200 ? "ready" : `${response.status} ${text}`;
  } catch {
    return "no response";
  }
}
