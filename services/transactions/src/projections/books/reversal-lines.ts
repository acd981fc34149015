import { amountOf } from "../../transaction/money.ts";
import { creditorOf, type ExistingTransaction, type Refund } from "../../transaction/state.ts";
import type { BookAccount } from "./accounts.ts";
import type { BookCurrency } from "./table.ts";

/** One account's part of a position. */
export interface Line {
  readonly currency: BookCurrency;
  readonly account: BookAccount;
  readonly amount: bigint;
}

/** Money that we hold for somebody; below zero, money of ours that is gone. */
export function held(
  currency: BookCurrency,
  amount: bigint,
  creditor: BookAccount,
): readonly Line[] {
  const account = currency === "XOF" ? "gateway_float" : "node_float";
  return [
    { currency, account, amount },
    { currency, account: creditor, amount: 0n - amount },
  ];
}

export function isOfPayout({ reason }: Refund): boolean {
  return reason === "payout-failed";
}

/**
 * Where a provider changed its word. What it took back is no longer owed to its payer; where that was exchanged or
 * refunded before, he owes it to us, until he paid or it is given up. What came back of a payout is owed to the customer,
 * until she has it.
 */
export function reversalLines(state: ExistingTransaction): readonly Line[] {
  return state.reversals.flatMap((reversal) => {
    const { money } = reversal;
    const { currency } = money;
    if (reversal.of === "payment") {
      // Paid again, it is as if it had not been taken back.
      if (reversal.end === "recovered") return [];
      const loss = reversal.end === "written-off" ? "losses" : "receivable";
      const debtor = creditorOf(state, reversal.receiptId) ?? loss;
      return held(currency, 0n - amountOf(money), debtor);
    }
    if (reversal.end === "paid-by-hand") return [];
    // A payout that was never booked as gone out was not booked as come back either.
    return state.status === "completed" ? held(currency, amountOf(money), "user_payable") : [];
  });
}
