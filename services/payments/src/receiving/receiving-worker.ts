import { attemptLimits } from "@sanu/attempts";
import type { AttemptsWorker, ServiceGate } from "@sanu/platform";
import { createMoneyInWorker, type WorkerTimings } from "../attempts/money-in-worker.ts";
import { invoice } from "../invoice/decide.ts";
import type { ReceivingDeps } from "./deps.ts";
import { performStep } from "./perform-step.ts";
import { recordReport } from "./record-report.ts";

export const receivingLimits = {
  /** Nobody calls back when a payer pays, and held money does not wait for ever: each invoice is asked about this often. */
  statusCheckMostMs: 2_000,
} as const;

/** The worker that receives over Lightning: it has invoices made, sees them paid, and captures or cancels. */
export function createReceivingWorker(
  deps: ReceivingDeps,
  { gate, timings }: { readonly gate: ServiceGate; readonly timings: WorkerTimings },
): AttemptsWorker {
  const limits = { ...attemptLimits, ...receivingLimits, ...timings.limits };
  const worker: AttemptsWorker = createMoneyInWorker({
    deps,
    gate,
    limits,
    times: timings.times,
    decider: invoice,
    noun: "invoice",
    idName: "paymentId",
    kinds: ["invoice", "capture"],
    perform: (attempt, step, beforeCall) => performStep(deps, { attempt, step, beforeCall }),
    onReport: (attempt, report) => recordReport(deps, { attempt, report }, { worker, limits }),
  });
  return worker;
}
