import { isSameMoney, type PaymentDiscrepancy, type RefundReason } from "@sanu/contracts";
import { accepted, type Decision, decideBy, nothingNew, refused, unreachable } from "@sanu/kernel";
import type {
  ConfirmPayment,
  FailPayment,
  LinkPayment,
  PaymentCommand,
  ReceivedMoney,
  ReportDiscrepancy,
} from "./commands.ts";
import { isEverythingRefunded } from "./due.ts";
import type { TransactionEvent } from "./events.ts";
import { orderedIn } from "./money.ts";
import { paid, payoutHeld } from "./paid.ts";
import { requestRefund } from "./refund.ts";
import type { UnknownRefusal } from "./refusals.ts";
import { review, reviewUnknown } from "./review.ts";
import type { ExistingTransaction, Pending } from "./state.ts";

type PaymentDecision = Decision<TransactionEvent, UnknownRefusal>;

export function decidePayment(
  state: ExistingTransaction,
  command: PaymentCommand,
): PaymentDecision {
  if (command.paymentId !== state.order.paymentId) return refused("unknown-payment");
  return decideByKind(state, command);
}

const decideByKind = decideBy<ExistingTransaction, PaymentCommand, PaymentDecision>({
  "link-payment": linkPayment,
  "confirm-payment": confirmPayment,
  "fail-payment": failPayment,
  "report-discrepancy": reportDiscrepancy,
  "payment-unknown": (state, command) =>
    state.status === "pending" ? reviewUnknown(state, { about: "payment" }, command) : nothingNew(),
});

function linkPayment(state: ExistingTransaction, { at: linkedAt }: LinkPayment): PaymentDecision {
  // A link that comes after the money is of no use to anybody.
  if (state.status !== "pending" || state.isLinked) return nothingNew();
  const { transactionId } = state.order;
  return accepted({ type: "TransactionPaymentLinked", v: 1, transactionId, linkedAt });
}

function isSeen(state: ExistingTransaction, { receiptId }: ReceivedMoney): boolean {
  return state.receiptIds.includes(receiptId);
}

function confirmPayment(state: ExistingTransaction, command: ConfirmPayment): PaymentDecision {
  if (isSeen(state, command)) return nothingNew();
  const isOrdered = isSameMoney(command.received, orderedIn(state.order));
  if (state.status === "pending") {
    if (!isOrdered) return hold(state, command);
    return accepted(
      command.heldFor === undefined
        ? paid(state.order, command)
        : payoutHeld(state.order, { ...command, cause: command.heldFor, payoutId: null }),
    );
  }
  return accepted(
    refundReceived(state, command, isLate(state) ? "payment-late" : "payment-duplicate"),
  );
}

function isLate({ status }: ExistingTransaction): boolean {
  return status === "failed" || status === "payment-failed";
}

/** Money of another amount: it is in, so nothing is waited for any more, and all of it goes back. */
function hold(state: ExistingTransaction, command: ReceivedMoney): PaymentDecision {
  const { received, receiptId, at: heldAt } = command;
  const { transactionId } = state.order;
  return accepted<TransactionEvent>(
    { type: "TransactionPaymentHeld", v: 1, transactionId, received, receiptId, heldAt },
    refundReceived(state, command, "payment-amount-mismatch"),
  );
}

function refundReceived(
  state: ExistingTransaction,
  { received: money, receiptId, refundId, causeId, at }: ReceivedMoney,
  reason: RefundReason,
): TransactionEvent {
  return requestRefund(state, { money, receiptId, reason, refundId, causeId, at });
}

function failPayment(state: ExistingTransaction, command: FailPayment): PaymentDecision {
  switch (state.status) {
    case "payment-failed":
    case "failed":
    // Money of another amount is held: that the ordered amount will not come either is no news.
    case "held":
      return nothingNew();
    case "payout-held":
    case "paid":
    case "payout-failed":
    case "completed":
      return review(state, "contradicting-facts", command);
    case "pending":
      return accepted(failedPayment(state, command));
    default:
      return unreachable(state);
  }
}

/** The transaction fails with its payment, unless other money came and is not refunded yet. */
function failedPayment(state: Pending, { reason, at: failedAt }: FailPayment): TransactionEvent {
  const { transactionId, accountId, transactionType, amountXof } = state.order;
  if (!isEverythingRefunded(state)) {
    return { type: "TransactionPaymentFailed", v: 1, transactionId, reason, failedAt };
  }
  const order = { transactionId, accountId, transactionType, amountXof };
  return { type: "TransactionFailed", v: 1, ...order, reason, failedAt };
}

const refundReasons: Readonly<Record<PaymentDiscrepancy, RefundReason>> = {
  late: "payment-late",
  duplicate: "payment-duplicate",
  "amount-mismatch": "payment-amount-mismatch",
};

function reportDiscrepancy(
  state: ExistingTransaction,
  command: ReportDiscrepancy,
): PaymentDecision {
  if (isSeen(state, command)) return nothingNew();
  // Late and double money before the fact it is late or double to: the order of facts is not assumed.
  const isHeld = state.status === "pending" && command.discrepancy === "amount-mismatch";
  if (isHeld) return hold(state, command);
  return accepted(refundReceived(state, command, refundReasons[command.discrepancy]));
}
