import { type CaseId, unreachable, type Xof } from "@sanu/kernel";
import type { PaymentEvent } from "./events.ts";
import {
  isOpen,
  type KnownReceipt,
  type OpenPayment,
  type OrderedPayment,
  type Payment,
  type Placed,
  type VerdictOfEnd,
} from "./state.ts";

export function evolve(state: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case "PaymentRequested":
      return {
        status: "requested",
        ...orderOf({ ...event, receipts: [] }),
        isCancelRequested: false,
        isUnknownRecorded: false,
      };
    case "PaymentInitiated":
      return {
        ...orderOf(assumeOrdered(state)),
        ...openFactsOf(state),
        status: "initiated",
        initiatedAt: event.initiatedAt,
      };
    case "PaymentCompleted":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "completed",
        verdict: verdictIn(event),
        completedAt: event.completedAt,
        receipts: [receiptOf(event.receiptReference, event.amountXof)],
      };
    case "PaymentFailed":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "failed",
        verdict: verdictIn(event),
        reason: event.reason,
        failedAt: event.failedAt,
      };
    case "PaymentDiscrepancyFound":
      return withReceipt(assumeOrdered(state), event);
    case "PaymentReversed":
      return withReversal(assumeOrdered(state), event.receiptReference);
    case "VerdictContradicted":
      return withContradiction(assumeOrdered(state), event);
    case "PaymentCancelRequested":
      return { ...assumeOpen(state), isCancelRequested: true };
    case "PaymentOutcomeUnknown":
      return { ...assumeOpen(state), isUnknownRecorded: true };
    default:
      return unreachable(event);
  }
}

/** Money in another amount ends an open payment; to one that is late, or has ended, a receipt is only added. */
function withReceipt(
  state: OrderedPayment,
  event: Extract<PaymentEvent, { type: "PaymentDiscrepancyFound" }>,
): Payment {
  const { receiptReference, receivedXof, foundAt, discrepancy } = event;
  const receipt = receiptOf(receiptReference, receivedXof);
  if (isOpen(state) && discrepancy === "amount-mismatch") {
    return {
      ...orderOf(state),
      status: "held",
      verdict: verdictIn(event),
      heldAt: foundAt,
      receipts: [receipt],
    };
  }
  return { ...state, receipts: [...state.receipts, receipt] };
}

/** What came in is kept, so that it can go back once somebody says so. */
function withContradiction(
  state: OrderedPayment,
  { caseId, receipt }: Extract<PaymentEvent, { type: "VerdictContradicted" }>,
): Payment {
  if (isOpen(state)) throw new Error("What is open contradicts no verdict");
  const unprovenReference = state.verdict?.unprovenReference ?? null;
  const verdict = { caseId, unprovenReference, isContradicted: true };
  if (receipt === null) return { ...state, verdict };
  const more = receiptOf(receipt.receiptReference, receipt.receivedXof);
  return { ...state, verdict, receipts: [...state.receipts, more] };
}

function verdictIn(event: {
  readonly caseId?: CaseId | undefined;
  readonly receiptReference?: string;
}): VerdictOfEnd {
  const { caseId, receiptReference: unprovenReference = null } = event;
  return caseId === undefined ? null : { caseId, unprovenReference, isContradicted: false };
}

function receiptOf(receiptReference: string, amountXof: Xof): KnownReceipt {
  return { receiptReference, amountXof, isReversed: false };
}

function withReversal(state: OrderedPayment, receiptReference: string): Payment {
  if (isOpen(state)) throw new Error("Nothing that was not received is reversed");
  const receipts = state.receipts.map((one) =>
    one.receiptReference === receiptReference ? { ...one, isReversed: true } : one,
  );
  return { ...state, receipts };
}

function openFactsOf(state: Payment) {
  const { isCancelRequested, isUnknownRecorded } = assumeOpen(state);
  return { isCancelRequested, isUnknownRecorded };
}

function orderOf(from: Placed): Placed {
  const { paymentId, transactionId, accountId, reference } = from;
  const { amountXof, channel, payerHmac, expiresAt, requestedAt, receipts } = from;
  const ids = { paymentId, transactionId, accountId, reference };
  return { ...ids, amountXof, channel, payerHmac, expiresAt, requestedAt, receipts };
}

/** A log whose first event is another one is broken: a fault, not a state. */
export function assumeOrdered(state: Payment): OrderedPayment {
  if (state.status === "none") throw new Error("A payment begins with PaymentRequested");
  return state;
}

function assumeOpen(state: Payment): OpenPayment {
  if (!isOpen(state)) throw new Error(`Nothing of the kind follows ${state.status}`);
  return state;
}
