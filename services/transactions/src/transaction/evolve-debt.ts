import type { EventOf } from "./events.ts";
import type { ExistingTransaction, Reversal } from "./state.ts";

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
  return { ...state, reversals: state.reversals.map((one) => ended(one, event)) };
}

function ended(reversal: Reversal, event: EventOf<"TransactionDebtSettled">): Reversal {
  const { of, receiptId, by } = event;
  if (reversal.of === "payout") {
    return of === "payout" && by === "paid-by-hand" ? { ...reversal, end: by } : reversal;
  }
  const isMeant = of === "payment" && reversal.receiptId === receiptId && by !== "paid-by-hand";
  return isMeant ? { ...reversal, end: by } : reversal;
}
