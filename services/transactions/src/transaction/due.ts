import { amountOf, type Money } from "@sanu/contracts";
import { isContestOfPayout, isDenial } from "./contest.ts";
import { orderedIn } from "./money.ts";
import type {
  ExistingTransaction,
  Placed,
  Refund,
  ReversedPayment,
  ReviewQuestion,
} from "./state.ts";

/** Whether the provider took all of this receipt back from us, and its payer did not pay all of it again. */
export function isTakenBack({ reversals }: Pick<Placed, "reversals">, receiptId: string): boolean {
  return reversals.some(
    (one) =>
      one.of === "payment" &&
      one.receiptId === receiptId &&
      one.isPart !== true &&
      missingFrom(one) > 0n,
  );
}

/** How much of a receipt came by the word of two of the staff; `undefined` where they say nothing of it, or that it is as it was counted. */
export function cameOf({ came }: Pick<Placed, "came">, receiptId: string): Money | undefined {
  return came.find((one) => one.receiptId === receiptId)?.money;
}

/** What is asked about a receipt whose provider says that it never came, or as another amount; `undefined` where nobody says so, or it is decided. */
export function denialOf(
  { review }: Pick<Placed, "review">,
  receiptId: string,
): ReviewQuestion | undefined {
  return review.find(
    (one) => isDenial(one) && one.receiptId === receiptId && one.isDecided !== true,
  );
}

/** Whether nothing of a receipt goes on or back, because nobody has decided yet that it came, and how much. */
export function isDenied(state: Pick<Placed, "review">, receiptId: string): boolean {
  return denialOf(state, receiptId) !== undefined;
}

/** What a reversed receipt left us without. */
export function missingFrom({ money, recovered = 0n }: ReversedPayment): bigint {
  return amountOf(money) - recovered;
}

/** What its payer owes us of a receipt that was taken back: what was still owed to him he has back by that. */
export function receivableOf(state: ExistingTransaction, reversal: ReversedPayment): bigint {
  return unpaidOf(state, reversal) - lostOf(state, reversal);
}

/** What of it was given up, as far as he has it. */
export function lostOf(state: ExistingTransaction, reversal: ReversedPayment): bigint {
  const { writtenOff = 0n } = reversal;
  const unpaid = unpaidOf(state, reversal);
  return writtenOff < unpaid ? writtenOff : unpaid;
}

function unpaidOf(state: ExistingTransaction, reversal: ReversedPayment): bigint {
  const missing = missingFrom(reversal);
  const payable = payableOf(state, reversal.receiptId);
  return missing > payable ? missing - payable : 0n;
}

/** In what a receipt is owed to its payer now: as ordered, or beside the order; `undefined` where it is not. */
export function creditorOf(
  state: ExistingTransaction,
  receiptId: string,
): "user_payable" | "suspense" | undefined {
  const refund = state.refunds.find((one) => one.receiptId === receiptId);
  if (refund !== undefined && refund.reason !== "payout-failed") {
    return refund.state === "settled" ? undefined : "suspense";
  }
  if (state.status === "completed" || state.orderedReceiptId !== receiptId) return undefined;
  return refund?.state === "settled" ? undefined : "user_payable";
}

/** How much of a receipt is owed to its payer now, in what `creditorOf` says. */
function payableOf(state: ExistingTransaction, receiptId: string): bigint {
  if (creditorOf(state, receiptId) === undefined) return 0n;
  const refund = state.refunds.find((one) => one.receiptId === receiptId);
  return amountOf(refund?.money ?? orderedIn(state.order));
}

/**
 * What is owed and nobody moves. A receipt that was taken back is owed to nobody; what is contested may be back, or was paid out; what is
 * denied may never have come.
 */
export function stuckRefunds(
  state: Pick<Placed, "refunds" | "reversals" | "review">,
): readonly Refund[] {
  return state.refunds.filter(
    (one) =>
      (one.state === "due" || one.state === "failed") &&
      one.contestedId === undefined &&
      !isPaidOut(state, one) &&
      !isDenied(state, one.receiptId) &&
      !isTakenBack(state, one.receiptId),
  );
}

/** Whether a provider says that a payout of it arrived, which had failed or was held. */
export function isPaidOut(
  { review }: Pick<Placed, "review">,
  { receiptId }: Pick<Refund, "receiptId">,
): boolean {
  return review.some((one) => isContestOfPayout(one) && one.receiptId === receiptId);
}

/** Whether all money that must go back is back: refunded, or taken back by the provider while nothing was under way. */
export function isEverythingRefunded(state: Placed): boolean {
  return state.refunds.every(
    (one) =>
      one.state === "settled" || (one.state !== "requested" && isTakenBack(state, one.receiptId)),
  );
}
