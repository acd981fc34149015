import type { PaymentDiscrepancy, ReviewReason } from "@sanu/contracts";
import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type { ConfirmPayment, FailPayment, PaymentCommand, ReportDiscrepancy } from "./commands.ts";
import type { TransactionEvent } from "./events.ts";
import type { UnknownRefusal } from "./refusals.ts";
import { hold, review } from "./review.ts";
import type { ExistingTransaction, Order } from "./state.ts";

type PaymentDecision = Decision<TransactionEvent, UnknownRefusal>;

/** What a transaction answers to what is said about the money that comes in. */
export function decidePayment(
  state: ExistingTransaction,
  command: PaymentCommand,
): PaymentDecision {
  if (command.paymentId !== state.order.paymentId) return refused("unknown-payment");
  switch (command.kind) {
    case "link-payment": {
      // A link that comes after the money is of no use to anybody.
      if (state.status !== "pending" || state.isLinked) return nothingNew();
      const { transactionId } = state.order;
      return accepted({
        type: "TransactionPaymentLinked",
        v: 1,
        transactionId,
        linkedAt: command.at,
      });
    }
    case "confirm-payment":
      return confirmPayment(state, command);
    case "fail-payment":
      return failPayment(state, command);
    case "report-discrepancy":
      return reportDiscrepancy(state, command);
    default:
      return unreachable(command);
  }
}

function confirmPayment(state: ExistingTransaction, command: ConfirmPayment): PaymentDecision {
  const isOrdered = command.receivedXof === state.order.amountXof;
  switch (state.status) {
    case "completed":
      return isOrdered ? nothingNew() : review(state, "payment-amount-mismatch", command);
    case "processing":
      if (state.payout === undefined) return review(state, "payment-duplicate", command);
      return isOrdered ? nothingNew() : review(state, "payment-amount-mismatch", command);
    case "failed":
      return review(state, "payment-late", command);
    case "pending":
      return isOrdered ? accepted(paid(state.order, command)) : hold(state, command);
    default:
      return unreachable(state);
  }
}

function paid(order: Order, command: ConfirmPayment): TransactionEvent {
  const { transactionId, transactionType, paymentId, amountXof, amountSats } = order;
  return {
    type: "TransactionPaid",
    v: 1,
    transactionId,
    transactionType,
    paymentId,
    payoutId: command.payoutId,
    payoutReference: command.payoutReference,
    amountXof,
    amountSats,
    receiverKind: order.receiverKind,
    receiverHmac: order.receiverHmac,
    paidAt: command.at,
  };
}

function failPayment(state: ExistingTransaction, command: FailPayment): PaymentDecision {
  switch (state.status) {
    case "failed":
      return nothingNew();
    case "completed":
      return review(state, "contradicting-facts", command);
    case "processing":
      // Held money of another amount: that the ordered amount will not come either is no news.
      if (state.payout === undefined) return nothingNew();
      return review(state, "contradicting-facts", command);
    case "pending": {
      const { transactionId, accountId, transactionType, amountXof } = state.order;
      const { reason, at: failedAt } = command;
      const order = { transactionId, accountId, transactionType, amountXof };
      return accepted({ type: "TransactionFailed", v: 1, ...order, reason, failedAt });
    }
    default:
      return unreachable(state);
  }
}

const reviewReasons: Readonly<Record<PaymentDiscrepancy, ReviewReason>> = {
  late: "payment-late",
  duplicate: "payment-duplicate",
  "amount-mismatch": "payment-amount-mismatch",
};

function reportDiscrepancy(
  state: ExistingTransaction,
  command: ReportDiscrepancy,
): PaymentDecision {
  // Late and double money before the fact it is late or double to: the order of facts is not assumed.
  const isHeld = state.status === "pending" && command.discrepancy === "amount-mismatch";
  return isHeld ? hold(state, command) : review(state, reviewReasons[command.discrepancy], command);
}
