import { randomUUID } from "node:crypto";
import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import type { Attempt, AttemptStep, CallingStep } from "./attempt.ts";
import { carryOut } from "./carry-out.ts";
import { type AttemptsTimes, attemptsLimits } from "./limits.ts";
import { claimAttempts } from "./read-attempts.ts";

/** What a preparation brought: something to store before the call, or a report that there is nothing to call. */
export type Preparation<Report> =
  | { readonly kind: "prepared"; readonly naturalKey: string; readonly payload: string }
  | { readonly kind: "report"; readonly report: Report };

export interface AttemptsWorkerOptions<Report> {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly kinds: readonly Attempt["kind"][];
  /** Pure; `now` is the database's clock at the claim. */
  readonly nextStep: (attempt: Attempt, now: Attempt["claimedAt"]) => AttemptStep;
  /** Fetches or builds what a send needs; moves nothing. */
  readonly prepare: (attempt: Attempt) => Promise<Preparation<Report>>;
  /** Speaks to the provider, within its own time-out. What the provider does is a report, never an exception. */
  readonly perform: (attempt: Attempt, step: CallingStep) => Promise<Report>;
  /** The report for a send whose payment hash or transaction is under way elsewhere: a definite "no". */
  readonly reportOfTakenKey: (attempt: Attempt) => Report;
  /** Appends what follows and writes `updateAttempt` in the same commit. */
  readonly onReport: (attempt: Attempt, report: Report) => Promise<void>;
  /** Nothing is known for too long. The attempt is marked already; this tells somebody. */
  readonly onReview: (attempt: Attempt) => Promise<void> | void;
  /** Told about faults; the attempt comes again when its lease runs out. */
  readonly onError: (error: unknown, attempt: Attempt | undefined) => void;
  readonly times?: Partial<AttemptsTimes>;
}

/** Carries out the attempts of one service; every replica runs one, and an attempt is held by one of them. */
export interface AttemptsWorker {
  /** Goes into `insertAttempt({ leasedBy })`. */
  readonly owner: string;
  readonly start: () => void;
  /** Takes no more attempts and waits for the calls under way. */
  readonly stop: () => Promise<void>;
  /** Carries out an attempt that this process has just inserted with a lease. Call it after the commit. */
  readonly runNow: (attempt: Attempt) => void;
  /** Polls at once, for example after `wantAsk`. */
  readonly wake: () => void;
  /** Carries out what is due and resolves when that is done; for tests. Returns how many. */
  readonly runDue: () => Promise<number>;
}

export function createAttemptsWorker<Report>(
  options: AttemptsWorkerOptions<Report>,
): AttemptsWorker {
  const owner = randomUUID();
  const times = { ...attemptsLimits, ...options.times };
  const underWay = new Set<Promise<void>>();
  const queue: { readonly attempt: Attempt; readonly untilMs: number }[] = [];
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<unknown> = Promise.resolve();

  const begin = (attempt: Attempt, isFresh: boolean): void => {
    const work = carryOut({
      ...options,
      leaseMs: times.leaseMs,
      askInReviewMs: times.askInReviewMs,
    })(attempt, isFresh)
      .catch((error: unknown) => options.onError(error, attempt))
      .finally(() => {
        underWay.delete(work);
        beginNext();
      });
    underWay.add(work);
  };

  const beginNext = (): void => {
    while (running && underWay.size < attemptsLimits.concurrencyMax) {
      const next = queue.shift();
      if (next === undefined) return;
      // What waited for most of its lease is left to the poll, which asks first.
      if (performance.now() < next.untilMs && options.gate.isOpen()) begin(next.attempt, true);
    }
  };

  const claim = async (): Promise<number> => {
    const rowsMax = attemptsLimits.concurrencyMax - underWay.size;
    if (rowsMax <= 0 || !options.gate.isOpen()) return 0;
    const { database, kinds } = options;
    const due = await claimAttempts(database, { owner, kinds, leaseMs: times.leaseMs, rowsMax });
    for (const attempt of due) begin(attempt, false);
    return due.length;
  };

  const poll = (): void => {
    clearTimeout(timer);
    polling = polling
      .then(() => (running ? claim() : 0))
      .catch((error: unknown) => options.onError(error, undefined))
      .finally(() => {
        clearTimeout(timer);
        if (running) timer = setTimeout(poll, times.pollMs);
      });
  };

  return {
    owner,
    start() {
      running = true;
      poll();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      queue.length = 0;
      await polling;
      await Promise.all(underWay);
    },
    runNow(attempt) {
      if (!running || queue.length >= attemptsLimits.queueMax) return;
      queue.push({ attempt, untilMs: performance.now() + times.leaseMs / 4 });
      beginNext();
    },
    wake: poll,
    async runDue() {
      const count = await claim();
      await Promise.all(underWay);
      return count;
    },
  };
}
