import { randomUUID } from "node:crypto";
import { createLoop } from "../loop/create-loop.ts";
import { untilNone } from "../loop/next-run.ts";
import type { Attempt } from "./attempt.ts";
import { carryOut, releaseClaimed, releaseUncalled } from "./carry-out.ts";
import { openLanes } from "./lanes.ts";
import { executorLimits } from "./limits.ts";
import type { AttemptsWorkerOptions } from "./worker-options.ts";

export interface AttemptsWorker {
  readonly owner: string;
  readonly leaseMs: number;
  readonly start: () => void;
  /** Claims nothing any more, and gives back at once what was not begun; the calls under way go on. */
  readonly drain: () => void;
  readonly stop: () => Promise<void>;
  /** For what this process has just inserted with a lease, after the commit. */
  readonly runNow: (attempt: Attempt) => void;
  readonly wake: () => void;
  /** For tests: resolves when what is due is carried out; returns how many. */
  readonly runDue: () => Promise<number>;
}

/** Claims nothing by itself until `start`, and nothing at all while the gate is closed; the calls under way go on. */
export function createAttemptsWorker<Report>(
  options: AttemptsWorkerOptions<Report>,
): AttemptsWorker {
  const { logger, metrics } = options;
  const owner = randomUUID();
  const times = { ...executorLimits, ...options.times };
  let running = false;
  let leaving = false;
  const { leaseMs, concurrencyMax } = times;
  const carryNext = carryOut({ ...options, leaseMs });
  /** What it leaves may be due soon, or was asked about meanwhile: the net is close again. */
  const carry = (attempt: Attempt, isFresh: boolean) =>
    carryNext(attempt, isFresh).finally(() => loop.expectWork());
  const release = (attempt: Attempt, isFresh: boolean) =>
    (isFresh ? releaseUncalled : releaseClaimed)(options.database, attempt).catch(
      (error: unknown) => options.onError(error, attempt),
    );
  const lanes = openLanes({
    ...options,
    claim: { owner, leaseMs },
    concurrencyMax,
    isRunning: () => running,
    isLeaving: () => leaving,
    wake: () => loop.wake(),
    carry,
    release,
  });
  const kinds = new Set(options.providers.flatMap((served) => served.kinds));
  const loop = createLoop({
    name: `attempts/${[...kinds].join("+")}`,
    work: untilNone(lanes.claim),
    idleMs: times.pollMs,
    quietIdleMs: executorLimits.quietPollMs,
    logger,
    metrics,
  });

  const drain = (): void => {
    running = false;
    leaving = true;
    loop.drain();
    lanes.clearQueues();
  };

  return {
    owner,
    leaseMs,
    start() {
      running = true;
      leaving = false;
      loop.start();
    },
    drain,
    async stop() {
      drain();
      await loop.stop();
      await lanes.settled();
    },
    runNow(attempt) {
      lanes.queue(attempt, leaseMs * executorLimits.freshLeasePart);
    },
    wake: loop.wake,
    async runDue() {
      const count = await lanes.claim();
      await lanes.settled();
      return count;
    },
  };
}
