import type { AttemptsWorker, ServiceGate } from "@sanu/platform";
import { attemptLimits } from "@sanu/rails";
import { createMoneyInWorker, type WorkerPaces } from "../attempts/money-in-worker.ts";
import { refund } from "../refund/decide.ts";
import type { RefundingHouse } from "./house.ts";
import { performStep } from "./perform-step.ts";
import { recordReport } from "./record-report.ts";

/** The worker that sends money back, and asks until the outcome is proven. */
export function createRefundWorker(
  house: RefundingHouse,
  { gate, paces }: { readonly gate: ServiceGate; readonly paces: WorkerPaces },
): AttemptsWorker {
  const limits = { ...attemptLimits, ...paces.limits };
  return createMoneyInWorker({
    house,
    gate,
    limits,
    times: paces.times,
    decider: refund,
    noun: "refund",
    idName: "refundId",
    kinds: ["refund"],
    perform: (attempt, step, beforeCall) => performStep(house, attempt, step, beforeCall),
    onReport: (attempt, report) => recordReport(house, { attempt, report }, limits),
  });
}
