import { within } from "../lifecycle/within.ts";
import { loopLimits } from "./limits.ts";
import {
  backOffMsAfter,
  idlePauseMs,
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
  /** Something may come soon: for a while the pauses are as short as in a busy time. */
  readonly expectWork: () => void;
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
  const nap = createNap(() => run());
  let isStarted = false;
  let isRunning = false;
  let isWoken = false;
  let newsAt = performance.now();
  let failures = 0;
  let running = Promise.resolve();

  const runOnce = async (): Promise<NextRun> => {
    isWoken = false;
    const startedAt = performance.now();
    try {
      const next = (await work()) ?? "idle";
      if (next === "at-once" || failures > 0) newsAt = performance.now();
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
  const idlePause = (): number => idlePauseMs(performance.now() - newsAt, options);
  const runUntilIdle = async (): Promise<void> => {
    let pause: Pause;
    do pause = pauseBefore(await runOnce(), idlePause());
    while (isStarted && pause.isWakeable && (isWoken || pause.pauseMs === 0));
    isRunning = false;
    if (isStarted) nap.begin(pause);
  };
  const run = (): void => {
    nap.end();
    isRunning = true;
    running = runUntilIdle();
  };
  const drain = (): void => {
    isStarted = false;
    nap.end();
  };
  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      newsAt = performance.now();
      if (firstRun === "after-pause") nap.begin(pauseBefore("idle", idleMs));
      else run();
    },
    drain,
    async stop() {
      drain();
      if (isRunning) await within(stopWithinMs, `the run of ${name}`, () => running);
    },
    wake() {
      isWoken = true;
      newsAt = performance.now();
      if (isStarted && !isRunning && nap.isWakeable()) run();
    },
    expectWork() {
      newsAt = performance.now();
      if (isStarted && !isRunning && nap.isWakeable()) nap.shorten(idleMs);
    },
    whenIdle: () => running,
  };
}

type Pause = ReturnType<typeof pauseBefore>;

/** The pause between two runs; at its end `run` is called. */
function createNap(run: () => void) {
  let isWakeable = true;
  let untilMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const begin = (pause: Pause): void => {
    ({ isWakeable } = pause);
    untilMs = performance.now() + pause.pauseMs;
    if (pause.pauseMs !== Infinity) timer = setTimeout(run, pause.pauseMs);
  };
  return {
    begin,
    isWakeable: () => isWakeable,
    end(): void {
      isWakeable = true;
      clearTimeout(timer);
    },
    shorten(pauseMs: number): void {
      if (untilMs - performance.now() <= pauseMs) return;
      clearTimeout(timer);
      begin({ pauseMs, isWakeable });
    },
  };
}
