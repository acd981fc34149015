import type { CallingStep, NextStep } from "@sanu/attempts";
import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import type { LoopOptions } from "../loop/create-loop.ts";
import type { Attempt } from "./attempt.ts";
import type { ExecutorTimes } from "./limits.ts";
import type { Preparation } from "./money-movement.ts";

export interface AttemptsWorkerOptions<Report> extends Pick<LoopOptions, "logger" | "metrics"> {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly kinds: readonly Attempt["kind"][];
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
