import {
  type AttemptsTimes,
  type AttemptsWorker,
  createAttemptsWorker,
  type ServiceGate,
} from "@sanu/platform";
import { type AttemptLimits, attemptLimits, nextStep } from "@sanu/rails";
import type { House } from "./house.ts";
import { performStep } from "./perform-step.ts";
import { prepareSend } from "./prepare-send.ts";
import { recordReport } from "./record-report.ts";
import { rejectedReport } from "./send-report.ts";

/** The paces of a worker; tests shorten them. */
export interface WorkerPaces {
  readonly limits?: Partial<AttemptLimits>;
  readonly times?: Partial<AttemptsTimes>;
}

/** The worker that sends: it prepares, stores, sends, and asks until the outcome is proven. */
export function createSendWorker(
  house: House,
  options: { readonly gate: ServiceGate; readonly paces: WorkerPaces },
): AttemptsWorker {
  const { database, rail, logger } = house;
  const { gate, paces } = options;
  const limits = { ...attemptLimits, ...paces.limits };
  return createAttemptsWorker({
    database,
    gate,
    kinds: ["send"],
    nextStep: (attempt, now) => nextStep(attempt, rail.retryRule, now, limits),
    prepare: (attempt) => prepareSend(house, attempt),
    perform: (attempt, step, beforeCall) => performStep(house, attempt, step, beforeCall),
    // The same invoice is under way for another payout: paying it for this one too would pay it once for both.
    reportOfTakenKey: () => rejectedReport("destination-unusable"),
    onReport: (attempt, report) => recordReport(house, attempt, report, limits),
    onReview: ({ subjectId, lastError }) =>
      logger.error({ payoutId: subjectId, lastError }, "a person has to look at this payout"),
    onError: (error, attempt) =>
      logger.error({ error, payoutId: attempt?.subjectId }, "an attempt comes again"),
    ...(paces.times && { times: paces.times }),
  });
}
