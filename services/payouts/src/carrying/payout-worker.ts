import { type AttemptLimits, attemptLimits, nextStep } from "@sanu/attempts";
import {
  type AttemptsWorker,
  createAttemptsWorker,
  type ExecutorTimings,
  type ServiceGate,
} from "@sanu/platform";
import type { Carrier } from "./carrier.ts";
import { commitWithPayout } from "./commit-with-payout.ts";
import type { PayoutDeps } from "./deps.ts";
import { recordReport } from "./record-report.ts";

/** The paces of a worker; tests shorten them. */
export interface WorkerTimings {
  readonly limits?: Partial<AttemptLimits>;
  readonly times?: Partial<ExecutorTimings>;
}

/** The worker that carries out one kind of attempt: it calls, and asks until the outcome is proven. */
export function createPayoutWorker(
  deps: PayoutDeps,
  carrier: Carrier,
  options: { readonly gate: ServiceGate; readonly timings: WorkerTimings },
): AttemptsWorker {
  const { database, logger } = deps;
  const { gate, timings } = options;
  const limits = { ...attemptLimits, ...timings.limits };
  return createAttemptsWorker({
    database,
    gate,
    kinds: [carrier.kind],
    nextStep: (attempt, now) => nextStep(attempt, carrier.retryRule, now, limits),
    prepare: carrier.prepare,
    async perform(attempt, step, beforeCall) {
      if (step === "cancel" || step === "withdraw") throw new Error("Nobody takes back a payout");
      return carrier.perform(attempt, step, beforeCall);
    },
    reportOfTakenKey: carrier.reportOfTakenKey,
    onReport: (attempt, report) => recordReport(deps, attempt, report, limits),
    async onReview(attempt, mark) {
      const { subjectId: payoutId, lastError } = attempt;
      const since = attempt.calledAt ?? attempt.createdAt;
      await commitWithPayout(deps, attempt, { kind: "note-unknown", since }, () => [mark]);
      logger.error({ payoutId, lastError }, "a person has to look at this payout");
    },
    onLost: ({ subjectId }) =>
      logger.warn({ payoutId: subjectId }, "an attempt has another holder by now"),
    onError: (error, attempt) =>
      logger.error({ error, payoutId: attempt?.subjectId }, "an attempt comes again"),
    logger,
    ...(timings.times && { times: timings.times }),
  });
}
