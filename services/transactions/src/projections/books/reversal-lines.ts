import { amountOf } from "@sanu/contracts";
import { creditorOf, lostOf, missingFrom, receivableOf } from "../../transaction/due.ts";
import { dueOfReturned, missingOf } from "../../transaction/money.ts";
import type { ExistingTransaction, Refund } from "../../transaction/state.ts";
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

function taken(currency: BookCurrency, amount: bigint, from: BookAccount): readonly Line[] {
  return amount === 0n ? [] : held(currency, 0n - amount, from);
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
      const receivable = receivableOf(state, reversal);
      const lost = lostOf(state, reversal);
      const payable = missingFrom(reversal) - receivable - lost;
      const creditor = creditorOf(state, reversal.receiptId) ?? "receivable";
      return [
        ...taken(currency, payable, creditor),
        ...taken(currency, receivable, "receivable"),
        ...taken(currency, lost, "losses"),
      ];
    }
    // A payout that was never booked as gone out was not booked as come back either.
    if (state.status !== "completed") return [];
    const due = dueOfReturned(state.order, money);
    const kept = taken(currency, missingOf(due, money), "fees");
    if (reversal.end === "paid-by-hand") return kept;
    return [...held(currency, amountOf(due), "user_payable"), ...kept];
  });
}
