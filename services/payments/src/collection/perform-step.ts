import type { CallingStep } from "@sanu/attempts";
import { fold, msBetween, unreachable } from "@sanu/kernel";
import { type Attempt, contextOfAttempt, isJustInserted } from "@sanu/platform";
import type { CollectionStatus } from "@sanu/rails";
import { payment } from "../payment/decide.ts";
import { isOpen, type OpenPayment, type Payment } from "../payment/state.ts";
import {
  abandonedReport,
  type CollectionReport,
  callReport,
  delayedReport,
  notReadyReport,
  statusReport,
} from "./collection-report.ts";
import type { CollectionDeps } from "./deps.ts";
import { fetchPayerNumber } from "./fetch-payer-number.ts";

/** Carries out one step of a collection. What the provider does is a report, never an exception. */
export async function performStep(
  deps: CollectionDeps,
  attempt: Attempt,
  step: CallingStep,
  beforeCall: () => void,
): Promise<CollectionReport> {
  switch (step) {
    case "call":
    case "resend":
      return callProvider(deps, { attempt, step, beforeCall });
    case "check-status":
    case "cancel": {
      const status = await askProvider(deps, attempt, step);
      const at = deps.clock.now();
      return statusReport(status, { isCancelRequested: attempt.cancelRequested, at });
    }
    case "withdraw": {
      const expire = { kind: "fail", reason: "expired", at: deps.clock.now() } as const;
      return abandonedReport("withdrawn", expire);
    }
    default:
      return unreachable(step);
  }
}

/** Not every provider can cancel; then its own expiry ends the order, and we only ask. */
function askProvider(
  { rail }: CollectionDeps,
  { attemptId, providerReference }: Attempt,
  step: "check-status" | "cancel",
): Promise<CollectionStatus> {
  const query = { key: attemptId, providerReference };
  return step === "cancel" && rail.cancel !== null ? rail.cancel(query) : rail.status(query);
}

async function callProvider(
  deps: CollectionDeps,
  call: {
    readonly attempt: Attempt;
    readonly step: "call" | "resend";
    readonly beforeCall: () => void;
  },
): Promise<CollectionReport> {
  const { attempt, step } = call;
  const { clock, request, rail } = deps;
  const state = await loadPayment(deps, attempt);
  if (!isOpen(state)) return endedReport(step);
  // Nobody is prompted for an order that is over; the expiry ends it.
  if (msBetween(clock.now(), state.expiresAt) <= 0) return delayedReport(step, "order-expired");
  const payer = await fetchPayerNumber(request, state, contextOfAttempt(attempt));
  switch (payer.kind) {
    case "unavailable":
      return notReadyReport(step, "destination-unavailable");
    case "changed":
      return changedReport(deps, step);
    case "number": {
      call.beforeCall();
      const outcome = await rail.initiate(orderOf(state, attempt, payer.number));
      return callReport(step, outcome, clock.now());
    }
    default:
      return unreachable(payer);
  }
}

/** Right behind the commit of the attempt the payment is as it was left; later it may have ended. */
async function loadPayment({ store }: CollectionDeps, attempt: Attempt): Promise<Payment> {
  const { subjectId } = attempt;
  const recalled = isJustInserted(attempt) ? store.recall(subjectId) : undefined;
  const { events } = recalled ?? (await store.load(subjectId));
  return fold(payment, events);
}

function orderOf(state: OpenPayment, attempt: Attempt, payerNumber: string) {
  const { amountXof, channel, reference } = state;
  return { key: attempt.attemptId, amountXof, payerNumber, channel, description: reference };
}

function endedReport(step: "call" | "resend"): CollectionReport {
  return step === "call" ? abandonedReport("payment-ended") : delayedReport(step, "payment-ended");
}

/** Somebody edited the number after the order: the order is cancelled before anybody was asked for money. */
function changedReport(deps: CollectionDeps, step: "call" | "resend"): CollectionReport {
  const code = "destination-changed";
  if (step === "resend") return delayedReport(step, code);
  deps.logger.error({ code }, "a payer's number is not the one that was ordered");
  return abandonedReport(code, { kind: "fail", reason: "cancelled", at: deps.clock.now() });
}
