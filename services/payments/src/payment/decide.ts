import { accepted, type Decision, decideBy, nothingNew, refused, unreachable } from "@sanu/kernel";
import type {
  CancelPayment,
  FailPayment,
  InitiatePayment,
  PaymentCommand,
  RecordReceipts,
  RecordUnknown,
  RequestPayment,
  SeenReceipt,
} from "./commands.ts";
import type { PaymentEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { PaymentRefusal } from "./refusals.ts";
import {
  isOpen,
  type KnownReceipt,
  noPayment,
  type OpenPayment,
  type OrderedPayment,
  type Payment,
} from "./state.ts";

type PaymentDecision = Decision<PaymentEvent, PaymentRefusal>;

export const decide = decideBy<Payment, PaymentCommand, PaymentDecision>({
  request,
  initiate,
  "record-receipts": recordReceipts,
  fail,
  "request-cancel": requestCancel,
  "record-unknown": recordUnknown,
});

function request(state: Payment, { order, at }: RequestPayment): PaymentDecision {
  if (state.status !== "none") return nothingNew();
  return accepted({ type: "PaymentRequested", v: 1, ...order, requestedAt: at });
}

function initiate(state: Payment, { at }: InitiatePayment): PaymentDecision {
  switch (state.status) {
    case "none":
      return refused("payment-unknown");
    case "requested":
      return accepted(initiated(state, at));
    case "failed":
      return refused("payment-ended");
    // Only a provider that has the order can have taken money for it.
    case "initiated":
    case "completed":
    case "held":
      return nothingNew();
    default:
      return unreachable(state);
  }
}

function recordReceipts(state: Payment, { receipts, at }: RecordReceipts): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  const events: PaymentEvent[] = [];
  let payment: Payment = state;
  for (const receipt of receipts) {
    for (const event of eventsOfReceipt(payment, receipt, at)) {
      events.push(event);
      payment = evolve(payment, event);
    }
  }
  const [first, ...others] = events;
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

function eventsOfReceipt(
  state: Payment,
  receipt: SeenReceipt,
  at: RecordReceipts["at"],
): readonly PaymentEvent[] {
  if (state.status === "none") return [];
  if (isOpen(state)) return firstReceipt(state, receipt, at);
  if (isKnown(state.receipts, receipt)) return [];
  const discrepancy = state.status === "failed" ? "late" : "duplicate";
  return [discrepancyOf(state, discrepancy, { receipt, at })];
}

function isKnown(known: readonly KnownReceipt[], { receiptReference }: SeenReceipt): boolean {
  return known.some((one) => one.receiptReference === receiptReference);
}

/** The first money of an open payment. That it came proves that the provider had the order. */
function firstReceipt(
  state: OpenPayment,
  receipt: SeenReceipt,
  at: RecordReceipts["at"],
): readonly PaymentEvent[] {
  const before = state.status === "requested" ? [initiated(state, at)] : [];
  if (receipt.amountXof !== state.amountXof) {
    return [...before, discrepancyOf(state, "amount-mismatch", { receipt, at })];
  }
  const { paymentId, transactionId } = state;
  const { amountXof, receiptReference, receivedAt } = receipt;
  return [
    ...before,
    {
      type: "PaymentCompleted",
      v: 1,
      paymentId,
      transactionId,
      amountXof,
      receiptReference,
      completedAt: receivedAt,
    },
  ];
}

function fail(state: Payment, { reason, at }: FailPayment): PaymentDecision {
  switch (state.status) {
    case "none":
      return refused("payment-unknown");
    case "failed":
      return nothingNew();
    case "completed":
    case "held":
      return refused("money-was-received");
    case "requested":
    case "initiated": {
      const { paymentId, transactionId, isCancelRequested } = state;
      return accepted({
        type: "PaymentFailed",
        v: 1,
        paymentId,
        transactionId,
        // What we had cancelled ends as expired, unless it was the buyer who wanted it.
        reason: isCancelRequested && reason === "expired" ? "cancelled" : reason,
        failedAt: at,
      });
    }
    default:
      return unreachable(state);
  }
}

/** Only the provider's word ends a payment; until then money may still come. */
function requestCancel(state: Payment, { at }: CancelPayment): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (!isOpen(state) || state.isCancelRequested) return nothingNew();
  const { paymentId, transactionId } = state;
  const ids = { paymentId, transactionId };
  return accepted({ type: "PaymentCancelRequested", v: 1, ...ids, requestedAt: at });
}

function recordUnknown(state: Payment, { since }: RecordUnknown): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (!isOpen(state) || state.isUnknownRecorded) return nothingNew();
  const { paymentId, transactionId } = state;
  return accepted({ type: "PaymentOutcomeUnknown", v: 1, paymentId, transactionId, since });
}

function initiated(state: OrderedPayment, at: InitiatePayment["at"]): PaymentEvent {
  const { paymentId, transactionId, channel } = state;
  return { type: "PaymentInitiated", v: 1, paymentId, transactionId, channel, initiatedAt: at };
}

function discrepancyOf(
  state: OrderedPayment,
  discrepancy: "late" | "duplicate" | "amount-mismatch",
  found: { readonly receipt: SeenReceipt; readonly at: RecordReceipts["at"] },
): PaymentEvent {
  const { receipt, at } = found;
  return {
    type: "PaymentDiscrepancyFound",
    v: 1,
    paymentId: state.paymentId,
    transactionId: state.transactionId,
    discrepancy,
    receivedXof: receipt.amountXof,
    receiptReference: receipt.receiptReference,
    receivedAt: receipt.receivedAt,
    foundAt: at,
  };
}

export const payment = { initial: noPayment, decide, evolve };
