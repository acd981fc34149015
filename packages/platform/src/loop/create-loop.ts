import { within } from "../lifecycle/within.ts";
import { loopLimits } from "./limits.ts";
import {
  backOffMsAfter,
  type LoopWork,
  type NextRun,
  type Pauses,
  pauseBefore,
} from "./next-run.ts";
import { type ReportOptions, reportRuns } from "./report-runs.ts";

export interface LoopOptions extends ReportOptions, Pauses {
  readonly work: LoopWork;
  readonly firstRun?: "at-start" | "after-pause";
  readonly stopWithinMs?: number;
}

export interface Loop {
  readonly start: () => void;
  /** No run begins any more; the one under way goes on. */
  readonly drain: () => void;
  /** The same, and waits for the run under way. Throws `TooLateError` when the one under way does not end in time. */
  readonly stop: () => Promise<void>;
  /** Runs now, and once more when a run is under way. */
  readonly wake: () => void;
  /** Resolves when the run under way, and what follows it at once, has ended. */
  readonly whenIdle: () => Promise<void>;
}

/**
 * Runs until there is no work, sleeps until woken or due, and backs off while it fails; never two runs at once.
 * A wake-up during a run is served by one more run, one during a back-off by the run that ends it.
 */
export function createLoop(options: LoopOptions): Loop {
  const { name, work, idleMs, firstRun = "at-start" } = options;
  const { stopWithinMs = loopLimits.stopWithinMs } = options;
  const report = reportRuns(options);
  let isStarted = false;
  let isRunning = false;
  let isWoken = false;
  let isWakeable = true;
  let failures = 0;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const runOnce = async (): Promise<NextRun> => {
    isWoken = false;
    const startedAt = performance.now();
    try {
      const next = (await work()) ?? "idle";
      report.succeeded(performance.now() - startedAt, failures);
      failures = 0;
      return next;
    } catch (error) {
      failures += 1;
      const notBeforeMs = backOffMsAfter(failures, options);
      report.failed(performance.now() - startedAt, { error, failures, notBeforeMs });
      return { notBeforeMs };
    }
  };

  const runUntilIdle = async (): Promise<void> => {
    let pause: ReturnType<typeof pauseBefore>;
    do pause = pauseBefore(await runOnce(), idleMs);
    while (isStarted && pause.isWakeable && (isWoken || pause.pauseMs === 0));
    isRunning = false;
    if (isStarted) sleep(pause);
  };

  const run = (): void => {
    clearTimeout(timer);
    isRunning = true;
    isWakeable = true;
    running = runUntilIdle();
  };
  const sleep = (pause: ReturnType<typeof pauseBefore>): void => {
    ({ isWakeable } = pause);
    if (pause.pauseMs !== Infinity) timer = setTimeout(run, pause.pauseMs);
  };

  const drain = (): void => {
    isStarted = false;
    clearTimeout(timer);
  };
  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      if (firstRun === "after-pause") sleep(pauseBefore("idle", idleMs));
      else run();
    },
    drain,
    async stop() {
      drain();
      if (isRunning) await within(stopWithinMs, `the run of ${name}`, () => running);
    },
    wake() {
      isWoken = true;
      if (isStarted && !isRunning && isWakeable) run();
    },
    whenIdle: () => running,
  };
}
