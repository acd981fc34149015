import type { TransactionFailureReason } from "@sanu/contracts";
import { fold, type Instant } from "@sanu/kernel";
import { isEverythingRefunded, isTakenBack } from "./due.ts";
import type { TransactionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { isResolved } from "./review.ts";
import { type ExistingTransaction, noTransaction, type PayoutHeld } from "./state.ts";

/**
 * What follows from events by itself: a transaction that can only fail does so in the moment in which the last
 * of its refunds is settled, and a review in which every question is answered needs nobody any more.
 */
export function consequencesOf(
  before: ExistingTransaction,
  events: readonly TransactionEvent[],
  at: Instant,
): readonly TransactionEvent[] {
  const evolver = { initial: noTransaction, evolve };
  const after = fold(evolver, events, before);
  if (after.status === "none") return [];
  const failure = failureOf(after, events, at);
  const end = fold(evolver, failure, after);
  if (end.status === "none" || end.review.length === 0) return failure;
  if (!end.review.every((question) => isResolved(question, end))) return failure;
  const { transactionId } = end.order;
  const resolved = { resolvedBy: null, resolution: "overtaken", resolvedAt: at } as const;
  return [...failure, { type: "TransactionReviewResolved", v: 1, transactionId, ...resolved }];
}

function failureOf(
  state: ExistingTransaction,
  events: readonly TransactionEvent[],
  at: Instant,
): readonly TransactionEvent[] {
  const inevitable = inevitableFailure(state);
  if (inevitable === undefined || !isEverythingRefunded(state)) return [];
  const { transactionId, accountId, transactionType, amountXof } = state.order;
  const isByHand = events.some(
    (event) => event.type === "TransactionRefundSettled" && event.refundId === null,
  );
  const reason = isByHand ? "resolved-by-staff" : inevitable;
  const order = { transactionId, accountId, transactionType, amountXof };
  return [{ type: "TransactionFailed", v: 1, ...order, reason, failedAt: at }];
}

/** Why a transaction can only fail; `undefined` where it has ended or can still complete. */
function inevitableFailure(state: ExistingTransaction): TransactionFailureReason | undefined {
  switch (state.status) {
    case "payment-failed":
      return state.reason;
    case "held":
      return "amount-mismatch";
    case "payout-failed":
      return "payout-failed";
    case "payout-held":
      return endOfHeld(state);
    default:
      return undefined;
  }
}

/** What is held can still go on, until the staff orders it back or the provider takes it. */
function endOfHeld(state: PayoutHeld): TransactionFailureReason | undefined {
  const { orderedReceiptId: receiptId, refunds } = state;
  // One that nobody has ordered is of what stands again behind its reversal.
  const isOrdered = refunds.some((one) => one.receiptId === receiptId && one.state !== "due");
  if (isOrdered) return "resolved-by-staff";
  return receiptId !== null && isTakenBack(state, receiptId) ? "refused-by-provider" : undefined;
}
