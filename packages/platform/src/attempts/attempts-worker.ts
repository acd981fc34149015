import { randomUUID } from "node:crypto";
import type { CallingStep, NextStep } from "@sanu/attempts";
import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import { createLoop, type LoopOptions } from "../loop/create-loop.ts";
import { untilNone } from "../loop/next-run.ts";
import type { Attempt } from "./attempt.ts";
import { carryOut, giveBack } from "./carry-out.ts";
import { type ExecutorTimes, executorLimits } from "./limits.ts";
import type { Preparation } from "./money-movement.ts";
import { createPlaces } from "./places.ts";
import { claimAttempts } from "./read-attempts.ts";

export interface AttemptsWorkerOptions<Report> extends Pick<LoopOptions, "logger" | "metrics"> {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly kinds: readonly Attempt["kind"][];
  /** Pure; `now` is the database's clock at the claim. */
  readonly nextStep: (attempt: Attempt, now: Attempt["claimedAt"]) => NextStep;
  /** Fetches or builds what a call needs; moves nothing. */
  readonly prepare: (attempt: Attempt) => Promise<Preparation<Report>>;
  /**
   * Speaks to the provider, within its own time-out. What the provider does is a report, never an exception.
   * Right before a call that can move money it says `beforeCall()`, which throws when this process may not make
   * it any more; that error is left alone.
   */
  readonly perform: (
    attempt: Attempt,
    step: CallingStep,
    beforeCall: () => void,
  ) => Promise<Report>;
  /** The report for a call whose natural key is under way elsewhere: a definite "no". */
  readonly reportOfTakenKey: (attempt: Attempt) => Report;
  /**
   * Appends what follows and writes `updateAttempt` in the same commit. Throws `AttemptLostError`, or the fence's
   * own error, where somebody else holds the attempt by now.
   */
  readonly onReport: (attempt: Attempt, report: Report) => Promise<void>;
  /**
   * Nothing is known for too long. Commits `markReviewed` with the event that says so, so that it is said once. Throws
   * like `onReport` where somebody else holds the attempt by now.
   */
  readonly onReview: (attempt: Attempt) => Promise<void>;
  /** Called when this process stood still for so long that somebody else took the attempt over. */
  readonly onLost: (attempt: Attempt) => void;
  /** Called with faults; the attempt comes again when its lease runs out. */
  readonly onError: (error: unknown, attempt: Attempt) => void;
  readonly times?: Partial<ExecutorTimes>;
}

/** Carries out the attempts of one service; every replica runs one, and an attempt is held by one of them. */
export interface AttemptsWorker {
  /** Goes into `insertAttempt({ leasedBy })`. */
  readonly owner: string;
  /** … with this lease. */
  readonly leaseMs: number;
  readonly start: () => void;
  /** Takes no more attempts and waits for the calls under way. */
  readonly stop: () => Promise<void>;
  /** Carries out an attempt that this process has just inserted with a lease. Call it after the commit. */
  readonly runNow: (attempt: Attempt) => void;
  /** Polls at once, for example after `requestStatusCheck`. */
  readonly wake: () => void;
  /** Carries out what is due and resolves when that is done; for tests. Returns how many. */
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
  /** Whether there may be more due than the last claim had places for. */
  let mayBeMore = false;
  const places = createPlaces({
    concurrencyMax,
    onFree() {
      if (mayBeMore) loop.wake();
    },
    mayBegin: () => running && options.gate.isOpen(),
    work: (attempt, isFresh) =>
      carry(attempt, isFresh).catch((error: unknown) => options.onError(error, attempt)),
    async giveBack(attempt) {
      mayBeMore = true;
      await giveBack(options.database, attempt).catch((error: unknown) =>
        options.onError(error, attempt),
      );
    },
  });
  const claim = async (): Promise<number> => {
    const rowsMax = places.free();
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
