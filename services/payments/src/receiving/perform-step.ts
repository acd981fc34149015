import type { CallingStep } from "@sanu/attempts";
import { fold, msBetween, unreachable } from "@sanu/kernel";
import { type Attempt, contextOfAttempt, isJustInserted } from "@sanu/platform";
import type { InvoiceOrder as RailOrder, ReceiveStatus } from "@sanu/rails";
import { invoice } from "../invoice/decide.ts";
import { isOpenInvoice, type OrderedInvoice } from "../invoice/state.ts";
import { askChecks } from "./ask-checks.ts";
import type { ReceivingDeps } from "./deps.ts";
import {
  abandonedReport,
  captureReport,
  captureStatusReport,
  createReport,
  delayedReport,
  invoiceReport,
  type ReceivingReport,
} from "./receiving-report.ts";

/** A step of an attempt that is under way, and the right to call. */
export interface StepUnderWay {
  readonly attempt: Attempt;
  readonly step: CallingStep;
  readonly beforeCall: () => void;
}

/** Carries out one step about an invoice. What the node does is a report, never an exception. */
export async function performStep(
  deps: ReceivingDeps,
  under: StepUnderWay,
): Promise<ReceivingReport> {
  const state = await loadInvoice(deps, under.attempt);
  return under.attempt.kind === "capture"
    ? performCapture(deps, under, state)
    : performInvoice(deps, under, state);
}

async function performInvoice(
  deps: ReceivingDeps,
  { attempt, step, beforeCall }: StepUnderWay,
  state: OrderedInvoice,
): Promise<ReceivingReport> {
  const { rail, clock, terms } = deps;
  switch (step) {
    case "call":
    case "resend":
      if (!isOpenInvoice(state)) return endedReport(step);
      if (msBetween(clock.now(), state.expiresAt) <= 0) return delayedReport(step, "order-expired");
      beforeCall();
      return createReport(step, await rail.createInvoice(railOrder(state)), clock.now());
    case "check-status": {
      const status = await rail.status(state.paymentHash);
      const context = contextOfAttempt(attempt);
      const verdict = isHeld(status) ? await askChecks(deps, state, context) : "unanswered";
      return invoiceReport(status, { verdict, terms, at: clock.now() });
    }
    case "cancel": {
      const status = await cancel(deps, state, beforeCall);
      return invoiceReport(status, { verdict: "unanswered", terms, at: clock.now() });
    }
    case "withdraw":
      return abandonedReport("withdrawn", { kind: "close", reason: "expired", at: clock.now() });
    default:
      return unreachable(step);
  }
}

/**
 * What the node does not know could still reach it from a call whose answer was lost. Made known and closed
 * at once, its hash is used up, and nobody has seen the text.
 */
async function cancel(
  { rail }: ReceivingDeps,
  state: OrderedInvoice,
  beforeCall: () => void,
): Promise<ReceiveStatus> {
  const status = await rail.cancel(state.paymentHash);
  if (status.kind !== "not-found" || rail.retryRule !== "resend-same-key") return status;
  beforeCall();
  const made = await rail.createInvoice(railOrder(state));
  return made.kind === "accepted" ? rail.cancel(state.paymentHash) : status;
}

async function performCapture(
  deps: ReceivingDeps,
  { step, beforeCall }: StepUnderWay,
  { paymentId, paymentHash }: OrderedInvoice,
): Promise<ReceivingReport> {
  const { rail, clock, secretOf } = deps;
  switch (step) {
    case "call":
    case "resend": {
      const secret = secretOf(paymentId);
      if (secret.paymentHash !== paymentHash) return lostSecretReport(deps, step, paymentHash);
      beforeCall();
      return captureReport(step, await rail.capture(secret.preimage), clock.now());
    }
    case "check-status":
      return captureStatusReport(await rail.status(paymentHash), clock.now());
    case "cancel":
    case "withdraw":
      throw new Error("Nobody takes back a capture");
    default:
      return unreachable(step);
  }
}

/** Without its preimage we can take nothing; what became of the money is asked about all the same. */
async function lostSecretReport(
  { rail, clock, logger }: ReceivingDeps,
  step: "call" | "resend",
  paymentHash: string,
): Promise<ReceivingReport> {
  const code = "key-has-changed";
  logger.error({ code }, "sats that shall be taken cannot be: the key of invoices is another one");
  const report = captureStatusReport(await rail.status(paymentHash), clock.now());
  return report.command === undefined ? delayedReport(step, code) : { ...report, notCalled: true };
}

function isHeld(status: ReceiveStatus): boolean {
  return status.kind === "held";
}

/** The invoice behind an attempt. Throws where the log knows none: an attempt commits with its order. */
async function loadInvoice({ store }: ReceivingDeps, attempt: Attempt): Promise<OrderedInvoice> {
  const { subjectId, attemptId } = attempt;
  const recalled = isJustInserted(attempt) ? store.recall(subjectId) : undefined;
  const { events } = recalled ?? (await store.load(subjectId));
  const state = fold(invoice, events);
  if (state.status === "none") throw new Error(`Attempt ${attemptId} has no invoice`);
  return state;
}

function railOrder({ paymentHash, amountSats, reference, expiresAt }: OrderedInvoice): RailOrder {
  return { paymentHash, amountSats, description: reference, expiresAt };
}

function endedReport(step: "call" | "resend"): ReceivingReport {
  return step === "call" ? abandonedReport("payment-ended") : delayedReport(step, "payment-ended");
}
