import { unreachable } from "@sanu/kernel";
import type { PaymentEvent } from "./events.ts";
import type { OrderedPayment, Payment, PaymentOrder } from "./state.ts";

/** The payment after one more event. */
export function evolve(state: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case "PaymentRequested":
      return { status: "requested", ...orderOf(event) };
    case "PaymentInitiated":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "initiated",
        initiatedAt: event.initiatedAt,
      };
    case "PaymentCompleted":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "completed",
        completedAt: event.completedAt,
        receipts: [event.receiptReference],
      };
    case "PaymentFailed":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "failed",
        reason: event.reason,
        failedAt: event.failedAt,
        receipts: [],
      };
    case "PaymentDiscrepancyFound":
      return withReceipt(assumeOrdered(state), event);
    default:
      return unreachable(event);
  }
}

/** Money in another amount ends an open payment; to one that has ended, a receipt is only added. */
function withReceipt(
  state: OrderedPayment,
  event: Extract<PaymentEvent, { type: "PaymentDiscrepancyFound" }>,
): Payment {
  const { receiptReference, foundAt } = event;
  if (state.status === "requested" || state.status === "initiated") {
    return { ...orderOf(state), status: "held", heldAt: foundAt, receipts: [receiptReference] };
  }
  return { ...state, receipts: [...state.receipts, receiptReference] };
}

function orderOf(from: PaymentOrder): PaymentOrder {
  const { paymentId, transactionId, accountId, reference } = from;
  const { amountXof, channel, payerHmac, expiresAt } = from;
  return {
    paymentId,
    transactionId,
    accountId,
    reference,
    amountXof,
    channel,
    payerHmac,
    expiresAt,
  };
}

/** A log whose first event is another one is broken: a fault, not a state. */
function assumeOrdered(state: Payment): OrderedPayment {
  if (state.status === "none") throw new Error("A payment begins with PaymentRequested");
  return state;
}
