import type { EventOf } from "./events.ts";
import { type ExistingTransaction, type Reversal, receivableOf } from "./state.ts";

export function withDebtSettled(
  state: ExistingTransaction,
  event: EventOf<"TransactionDebtSettled">,
): ExistingTransaction {
  if (event.of === "refund") {
    const refunds = state.refunds.map((one) =>
      one.receiptId === event.receiptId ? { ...one, isMadeWhole: true as const } : one,
    );
    return { ...state, refunds };
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
  if (by === "written-off") return { ...reversal, end: by };
  return { ...reversal, end: by, recovered: receivableOf(state, reversal) };
}
