import { accepted, type Decision, nothingNew, refused } from "@sanu/kernel";
import type { ReversalCommand, ReversePayment, ReversePayout, ReverseRefund } from "./commands.ts";
import { cameOf } from "./due.ts";
import type { TransactionEvent } from "./events.ts";
import { holdRequested } from "./hold-requested.ts";
import type { UnknownRefusal } from "./refusals.ts";
import { review, reviewRequested } from "./review.ts";
import { type ExistingTransaction, payoutOf } from "./state.ts";

type ReversalDecision = Decision<TransactionEvent, UnknownRefusal>;

/** The provider changed its word. It is recorded and booked, and its case is opened: nothing is moved by it. */
export function decideReversal(
  state: ExistingTransaction,
  command: ReversalCommand,
): ReversalDecision {
  if (command.kind === "reverse-payment") return reversePayment(state, command);
  if (command.kind === "reverse-payout") return reversePayout(state, command);
  return reverseRefund(state, command);
}

/** What was paid with this money and nobody was asked to send yet shall not go out any more: payouts alone can say. */
function reversePayment(
  state: ExistingTransaction,
  { paymentId, receiptId, money: counted, at: reversedAt }: ReversePayment,
): ReversalDecision {
  const isOurs = paymentId === state.order.paymentId && state.receiptIds.includes(receiptId);
  if (!isOurs) return refused("unknown-payment");
  const isKnown = state.reversals.some(
    (one) => one.of === "payment" && one.receiptId === receiptId && one.isPart !== true,
  );
  if (isKnown) return nothingNew();
  const { transactionId } = state.order;
  // Payments may not have known yet that two of the staff had said another amount: what never came is not taken back.
  const money = cameOf(state, receiptId) ?? counted;
  const reversed = { transactionId, receiptId, money, reversedAt };
  const recorded = { type: "TransactionPaymentReversed", v: 1, ...reversed } as const;
  return accepted<TransactionEvent>(recorded, ...holdRequested(state, receiptId, reversedAt));
}

function reversePayout(
  state: ExistingTransaction,
  { payoutId, money, at: reversedAt }: ReversePayout,
): ReversalDecision {
  if (payoutOf(state)?.payoutId !== payoutId) return refused("unknown-payout");
  if (state.reversals.some(({ of }) => of === "payout")) return nothingNew();
  const { transactionId } = state.order;
  const reversed = { transactionId, payoutId, money, reversedAt };
  return accepted({ type: "TransactionPayoutReversed", v: 1, ...reversed });
}

/**
 * The money is owed again, as after a refund that failed: the staff refunds it by our rails or by hand. What the customer
 * got by hand is not owed again.
 */
function reverseRefund(state: ExistingTransaction, command: ReverseRefund): ReversalDecision {
  const { refundId, money, causeId, at } = command;
  const found = state.refunds.find(({ refundIds }) => refundIds.includes(refundId));
  if (found === undefined) return refused("unknown-refund");
  if (found.state !== "settled") return nothingNew();
  if (found.settledBy !== refundId) return review(state, "contradicting-facts", command);
  const { transactionId } = state.order;
  const { receiptId } = found;
  const reversed = { transactionId, receiptId, refundId, money, reversedAt: at };
  return accepted<TransactionEvent>(
    { type: "TransactionRefundReversed", v: 1, ...reversed },
    reviewRequested(state, "refund-failed", { causeId, at }, { about: "refund", receiptId }),
  );
}
