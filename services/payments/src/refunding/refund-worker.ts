import { attemptLimits } from "@sanu/attempts";
import type { AttemptsWorker, ServiceGate } from "@sanu/platform";
import { createMoneyInWorker, type WorkerTimings } from "../attempts/money-in-worker.ts";
import { refund } from "../refund/decide.ts";
import type { RefundingDeps } from "./deps.ts";
import { performStep } from "./perform-step.ts";
import { recordReport } from "./record-report.ts";

/** The worker that sends refunds, and asks until the outcome is proven. */
export function createRefundWorker(
  deps: RefundingDeps,
  { gate, timings }: { readonly gate: ServiceGate; readonly timings: WorkerTimings },
): AttemptsWorker {
  const limits = { ...attemptLimits, ...timings.limits };
  return createMoneyInWorker({
    deps,
    gate,
    limits,
    times: timings.times,
    decider: refund,
    noun: "refund",
    idName: "refundId",
    kinds: ["refund"],
    perform: (attempt, step, beforeCall) => performStep(deps, attempt, step, beforeCall),
    onReport: (attempt, report) => recordReport(deps, { attempt, report }, limits),
  });
}
