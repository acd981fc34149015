import type { ServiceGate } from "@sanu/platform";
import { type AttemptsTimes, type AttemptsWorker, createAttemptsWorker } from "@sanu/platform";
import { type AttemptLimits, attemptLimits, nextStep } from "@sanu/rails";
import type { House } from "./house.ts";
import { performStep } from "./perform-step.ts";
import { recordReport } from "./record-report.ts";

/** The paces of a worker; tests shorten them. */
export interface WorkerPaces {
  readonly limits?: Partial<AttemptLimits>;
  readonly times?: Partial<AttemptsTimes>;
}

/** The worker that collects: it calls the provider, asks it until the outcome is known, and cancels. */
export function createCollectionWorker(
  house: House,
  options: { readonly gate: ServiceGate; readonly paces?: WorkerPaces },
): AttemptsWorker {
  const { database, rail, logger } = house;
  const limits = { ...attemptLimits, ...options.paces?.limits };
  return createAttemptsWorker({
    database,
    gate: options.gate,
    kinds: ["collection"],
    nextStep: (attempt, now) => nextStep(attempt, rail.retryRule, now, limits),
    prepare: () => Promise.reject(new Error("A collection needs no preparing")),
    perform: (attempt, step, beforeCall) => performStep(house, attempt, step, beforeCall),
    reportOfTakenKey: () => {
      throw new Error("A collection has no key but its own");
    },
    onReport: (attempt, report) => recordReport(house, attempt, report, limits),
    onReview: ({ subjectId, lastError }) =>
      logger.error({ paymentId: subjectId, lastError }, "a person has to look at this collection"),
    onError: (error, attempt) =>
      logger.error({ error, paymentId: attempt?.subjectId }, "an attempt comes again"),
    ...(options.paces?.times && { times: options.paces.times }),
  });
}
