import type { CallingStep, NextStep } from "@sanu/attempts";
import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import type { LoopOptions } from "../loop/create-loop.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { Attempt } from "./attempt.ts";
import type { ExecutorTimes } from "./limits.ts";
import type { Preparation } from "./money-movement.ts";
import type { ProviderKinds } from "./read-attempts.ts";

export interface AttemptsWorkerOptions<Report> extends Pick<LoopOptions, "logger" | "metrics"> {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly tracer?: Tracer | undefined;
  /** Each provider has places of its own, so that a slow one takes no others'. */
  readonly providers: readonly ProviderKinds[];
  readonly nextStep: (attempt: Attempt, now: Attempt["claimedAt"]) => NextStep;
  /** Says `beforeCall()` right before what another holder must not find changed. */
  readonly prepare: (attempt: Attempt, beforeCall: () => void) => Promise<Preparation<Report>>;
  /**
   * Within its own time-out; what the provider does is a report, never an exception. Right before a call that can
   * move money it says `beforeCall()`; the error by which that forbids the call is left alone.
   */
  readonly perform: (
    attempt: Attempt,
    step: CallingStep,
    beforeCall: () => void,
  ) => Promise<Report>;
  readonly reportOfUsedKey: (attempt: Attempt) => Report;
  /**
   * Appends what follows and writes `updateAttempt` in the same commit. Throws `AttemptLostError`, or the fence's
   * own error, where somebody else holds the attempt by now.
   */
  readonly onReport: (attempt: Attempt, report: Report) => Promise<void>;
  /** Commits `markReviewed` with the event that says so, so that it is said once. Throws like `onReport`. */
  readonly onReview: (attempt: Attempt) => Promise<void>;
  /** This process stood still for so long that somebody else took the attempt over. */
  readonly onLost: (attempt: Attempt) => void;
  /** The attempt comes again when its lease runs out. */
  readonly onError: (error: unknown, attempt: Attempt) => void;
  readonly times?: Partial<ExecutorTimes>;
}
