import { unreachable, verdictIn, withSaid } from "@sanu/kernel";
import type { InvoiceEvent } from "./events.ts";
import {
  type EndedInvoice,
  type Invoice,
  type InvoiceOrder,
  isOpenInvoice,
  type OpenInvoice,
} from "./state.ts";

export function evolve(state: Invoice, event: InvoiceEvent): Invoice {
  switch (event.type) {
    case "InvoiceRequested":
      return {
        ...orderOf(event),
        status: "requested",
        releaseReason: null,
        isUnknownRecorded: false,
      };
    case "PaymentInitiated":
      return { ...openFacts(state), status: "initiated" };
    case "InvoiceHeld":
      return { ...openFacts(state), status: "holding", seenAt: event.seenAt };
    case "CaptureRequested":
      return { ...openFacts(state), status: "capturing" };
    case "ReleaseRequested":
      return { ...assumeOpen(state), releaseReason: event.reason };
    case "PaymentCompleted":
      return {
        ...orderOf(assumeOpen(state)),
        status: "completed",
        verdict: verdictIn(event),
        completedAt: event.completedAt,
      };
    case "PaymentFailed": {
      const { reason, failedAt } = event;
      const order = orderOf(assumeOpen(state));
      const verdict = verdictIn(event);
      return { ...order, status: "failed", verdict, reason, failedAt, isPaidLate: false };
    }
    case "PaymentDiscrepancyFound":
      if (state.status === "failed") return { ...state, isPaidLate: true };
      return {
        ...orderOf(assumeOpen(state)),
        status: "mismatched",
        verdict: verdictIn(event),
        foundAt: event.foundAt,
      };
    case "OutcomeContradicted": {
      const { attemptNumber, found, foundAt } = event;
      return withSaid(assumeEnded(state), { attemptNumber, found, foundAt });
    }
    case "VerdictContradicted": {
      const verdict = { caseId: event.caseId, isContradicted: true };
      const ended = { ...assumeEnded(state), verdict };
      const { receipt, found, foundAt } = event;
      const said = { attemptNumber: 1, found, foundAt };
      if (ended.status !== "failed") return withSaid(ended, said);
      // That nothing came is what it had said all the time.
      return receipt === null ? ended : withSaid({ ...ended, isPaidLate: true }, said);
    }
    case "PaymentOutcomeUnknown":
      return { ...assumeOpen(state), isUnknownRecorded: true };
    default:
      return unreachable(event);
  }
}

function openFacts(state: Invoice) {
  const open = assumeOpen(state);
  const { releaseReason, isUnknownRecorded } = open;
  return { ...orderOf(open), releaseReason, isUnknownRecorded };
}

/** A log in which something follows the end is broken: a fault, not a state. */
function assumeOpen(state: Invoice): OpenInvoice {
  if (!isOpenInvoice(state)) throw new Error(`Nothing of the kind follows ${state.status}`);
  return state;
}

function orderOf(from: InvoiceOrder): InvoiceOrder {
  const { paymentId, transactionId, accountId, reference, amountSats, amountXof } = from;
  const { paymentHash, payoutChannel, numberHmac, expiresAt } = from;
  const amounts = { amountSats, amountXof };
  const ids = { paymentId, transactionId, accountId, reference };
  return { ...ids, ...amounts, paymentHash, payoutChannel, numberHmac, expiresAt };
}

function assumeEnded(state: Invoice): EndedInvoice {
  if (state.status !== "none" && !isOpenInvoice(state)) return state;
  throw new Error(`An invoice that is ${state.status} contradicts nothing`);
}
