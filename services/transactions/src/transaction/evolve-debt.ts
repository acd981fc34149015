import { missingFrom, receivableOf } from "./due.ts";
import type { EventOf } from "./events.ts";
import { withoutShort, withRefund } from "./evolve-refund.ts";
import { isOfFailed } from "./review.ts";
import type { ExistingTransaction, Reversal } from "./state.ts";

export function withDebtSettled(
  state: ExistingTransaction,
  event: EventOf<"TransactionDebtSettled">,
): ExistingTransaction {
  if (event.of === "refund") {
    const { receiptId } = event;
    const found = state.refunds.find((one) => one.receiptId === receiptId);
    if (found === undefined) return state;
    if (found.state === "settled") return withRefund(state, { ...found, isMadeWhole: true });
    // It came back meanwhile: what is still owed of it is asked anew.
    const review = state.review.filter((one) => !isOfFailed(one, receiptId));
    return withRefund({ ...state, review }, withoutShort(found));
  }
  return { ...state, reversals: state.reversals.map((one) => ended(one, event, state)) };
}

function ended(
  reversal: Reversal,
  { of, receiptId, by }: EventOf<"TransactionDebtSettled">,
  state: ExistingTransaction,
): Reversal {
  if (reversal.of === "payout") {
    return of === "payout" && by === "paid-by-hand" ? { ...reversal, end: by } : reversal;
  }
  const isMeant = of === "payment" && reversal.receiptId === receiptId && by !== "paid-by-hand";
  if (!isMeant) return reversal;
  const { recovered = 0n, writtenOff = 0n } = reversal;
  const due = receivableOf(state, reversal);
  if (by === "written-off") return { ...reversal, writtenOff: writtenOff + due };
  // Where its payer owes nothing it stands again by its provider's word, all of it.
  return { ...reversal, recovered: recovered + (due > 0n ? due : missingFrom(reversal)) };
}
