import { randomUUID } from "node:crypto";
import { createLoop } from "../loop/create-loop.ts";
import { untilNone } from "../loop/next-run.ts";
import type { Attempt } from "./attempt.ts";
import { carryOut, releaseUncalled } from "./carry-out.ts";
import { openLanes } from "./lanes.ts";
import { executorLimits } from "./limits.ts";
import type { AttemptsWorkerOptions } from "./worker-options.ts";

export interface AttemptsWorker {
  readonly owner: string;
  readonly leaseMs: number;
  readonly start: () => void;
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
  const { leaseMs, concurrencyMax } = times;
  const carry = carryOut({ ...options, leaseMs });
  const release = (attempt: Attempt) =>
    releaseUncalled(options.database, attempt).catch((error: unknown) =>
      options.onError(error, attempt),
    );
  const lanes = openLanes({
    ...options,
    claim: { owner, leaseMs },
    concurrencyMax,
    isRunning: () => running,
    wake: () => loop.wake(),
    carry,
    release,
  });
  const kinds = new Set(options.providers.flatMap((served) => served.kinds));
  const loop = createLoop({
    name: `attempts/${[...kinds].join("+")}`,
    work: untilNone(lanes.claim),
    idleMs: times.pollMs,
    logger,
    metrics,
  });

  return {
    owner,
    leaseMs,
    start() {
      running = true;
      loop.start();
    },
    async stop() {
      running = false;
      lanes.clearQueues();
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
