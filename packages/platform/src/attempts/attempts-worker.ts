import { randomUUID } from "node:crypto";
import { createLoop } from "../loop/create-loop.ts";
import { untilNone } from "../loop/next-run.ts";
import type { Attempt } from "./attempt.ts";
import { carryOut, releaseUncalled } from "./carry-out.ts";
import { executorLimits } from "./limits.ts";
import { createPlaces } from "./places.ts";
import { claimAttempts } from "./read-attempts.ts";
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
  const { kinds, logger, metrics } = options;
  const owner = randomUUID();
  const times = { ...executorLimits, ...options.times };
  let running = false;
  const { leaseMs, concurrencyMax } = times;
  const carry = carryOut({ ...options, leaseMs });
  let mayBeMore = false;
  const places = createPlaces({
    concurrencyMax,
    onFree() {
      if (mayBeMore) loop.wake();
    },
    mayBegin: () => running && options.gate.isOpen(),
    work: (attempt, isFresh) =>
      carry(attempt, isFresh).catch((error: unknown) => options.onError(error, attempt)),
    async release(attempt) {
      mayBeMore = true;
      await releaseUncalled(options.database, attempt).catch((error: unknown) =>
        options.onError(error, attempt),
      );
    },
  });
  const claim = async (): Promise<number> => {
    const rowsMax = places.unused();
    if (rowsMax <= 0 || !options.gate.isOpen()) return 0;
    const due = await claimAttempts(options.database, { owner, kinds, leaseMs, rowsMax });
    mayBeMore = due.length === rowsMax;
    for (const attempt of due) places.begin(attempt, false);
    return due.length;
  };
  const loop = createLoop({
    name: `attempts/${kinds.join("+")}`,
    work: untilNone(claim),
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
      places.clearQueue();
      await loop.stop();
      await places.settled();
    },
    runNow(attempt) {
      places.queue(attempt, leaseMs * executorLimits.freshLeasePart);
    },
    wake: loop.wake,
    async runDue() {
      const count = await claim();
      await places.settled();
      return count;
    },
  };
}
