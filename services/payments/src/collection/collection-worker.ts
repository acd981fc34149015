import { attemptLimits } from "@sanu/attempts";
import type { AttemptsWorker, ServiceGate } from "@sanu/platform";
import { createMoneyInWorker, type WorkerTimings } from "../attempts/money-in-worker.ts";
import { payment } from "../payment/decide.ts";
import type { CollectionDeps } from "./deps.ts";
import { performStep } from "./perform-step.ts";
import { recordReport } from "./record-report.ts";

export const collectionLimits = {
  /**
   * Who pays takes his time, and the provider calls back as soon as he has: a question is the net below that.
   * Asked as soon as about other outcomes, orders that nobody pays cost as much as those that are paid.
   */
  statusCheckAcceptedFirstMs: 10_000,
} as const;

/** The worker that collects: it calls the provider, asks it until the outcome is known, and cancels. */
export function createCollectionWorker(
  deps: CollectionDeps,
  { gate, timings }: { readonly gate: ServiceGate; readonly timings?: WorkerTimings },
): AttemptsWorker {
  const limits = { ...attemptLimits, ...collectionLimits, ...timings?.limits };
  return createMoneyInWorker({
    deps,
    gate,
    limits,
    times: timings?.times,
    decider: payment,
    noun: "collection",
    idName: "paymentId",
    kinds: ["collection"],
    perform: (attempt, step, beforeCall) => performStep(deps, attempt, step, beforeCall),
    onReport: (attempt, report) => recordReport(deps, attempt, report, limits),
  });
}
