import { type Clock, type Instant, plusMs } from "@sanu/kernel";
import { brokenConstraint } from "../database/errors.ts";
import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import type { Attempt, AttemptKind } from "./attempt.ts";
import type { AttemptsWorkerLimits } from "./limits.ts";
import { changeAttempt, endLease, giveBack } from "./statements.ts";
import { ATTEMPT_FENCE_CONSTRAINT } from "./tables.ts";

/** What the rules of the rail say to do with an attempt now. */
export type AttemptStep =
  | { readonly kind: "prepare" | "call" | "ask" | "resend" | "give-to-review" | "rest" }
  | { readonly kind: "wait-until"; readonly at: Instant };

/** Work on an attempt that this process holds; for `call` and `resend` the row already says so. */
export interface AttemptTask {
  readonly attempt: Attempt;
  readonly step: "prepare" | "call" | "ask" | "resend";
}

export interface AttemptsWorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly gate: ServiceGate;
  readonly kinds: readonly AttemptKind[];
  /** Pure: the rules of the rail. */
  readonly nextStep: (attempt: Attempt, now: Instant) => AttemptStep;
  /** Prepares, calls or asks, and commits what it learned with `changeAttempt`. */
  readonly carryOut: (task: AttemptTask) => Promise<void>;
  /** Told when an outcome has stayed unknown for so long that a person has to look. */
  readonly onReview: (attempt: Attempt) => void;
  /** Told about faults of our own; the attempt is taken up again. */
  readonly onError: (error: unknown, attempt: Attempt | undefined) => void;
  readonly limits?: Partial<AttemptsWorkerLimits>;
}

/** What the steps of the worker need besides the attempt. */
export interface AttemptSteps {
  readonly options: AttemptsWorkerOptions;
  readonly limits: AttemptsWorkerLimits;
}

/** A fresh attempt needs no deciding: its first step is what its row was committed for. */
export function beginFresh(steps: AttemptSteps, attempt: Attempt): Promise<void> {
  const step = attempt.calledAt === null ? "prepare" : "call";
  return guarded(steps, attempt, () => steps.options.carryOut({ attempt, step }));
}

/** Does what is next for an attempt that was claimed. */
export function carryOn(steps: AttemptSteps, attempt: Attempt): Promise<void> {
  return guarded(steps, attempt, () => takeStep(steps.options, attempt));
}

/** Gives a fresh attempt back untouched: nothing was called for it. */
export function giveUpFresh(steps: AttemptSteps, attempt: Attempt): Promise<void> {
  return guarded(steps, attempt, async () => {
    await steps.options.database.query(giveBack(attempt));
  });
}

async function takeStep(options: AttemptsWorkerOptions, attempt: Attempt): Promise<void> {
  const { database, clock, carryOut } = options;
  const now = clock.now();
  const step = options.nextStep(attempt, now);
  switch (step.kind) {
    case "prepare":
    case "ask":
      return carryOut({ attempt, step: step.kind });
    case "call":
    case "resend": {
      // Committed before the call: from here on it may have been made.
      const called = { ...attempt, calledAt: now, calls: attempt.calls + 1 };
      await database.query(changeAttempt(attempt, called, "keep-lease"));
      return carryOut({ attempt: { ...called, askWanted: false }, step: step.kind });
    }
    case "wait-until":
      await database.query(changeAttempt(attempt, { nextAt: step.at }));
      return;
    case "give-to-review":
      await database.query(changeAttempt(attempt, { reviewedAt: now, nextAt: now }));
      return options.onReview(attempt);
    case "rest":
      await database.query(changeAttempt(attempt, { nextAt: null }));
  }
}

/** A lost lease is no fault: somebody else carries on. After a fault the attempt comes again soon. */
async function guarded(
  { options, limits }: AttemptSteps,
  attempt: Attempt,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (brokenConstraint(error) === ATTEMPT_FENCE_CONSTRAINT) return;
    options.onError(error, attempt);
    const pauseMs = limits.faultPauseMs;
    await options.database
      .query(endLease(attempt, plusMs(options.clock.now(), pauseMs)))
      .catch((again: unknown) => options.onError(again, attempt));
  }
}
