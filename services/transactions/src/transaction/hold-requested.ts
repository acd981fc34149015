import type { Instant } from "@sanu/kernel";
import type { TransactionEvent } from "./events.ts";
import type { ExistingTransaction } from "./state.ts";

/** What goes out for this receipt shall not be sent if nobody was asked to yet: payouts alone can say. */
export function holdRequested(
  state: ExistingTransaction,
  receiptId: string,
  requestedAt: Instant,
): readonly TransactionEvent[] {
  if (state.status !== "paid" || state.payout.receiptId !== receiptId) return [];
  if (state.payout.isHoldRequested === true) return [];
  const { transactionId } = state.order;
  const { payoutId } = state.payout;
  return [{ type: "TransactionHoldRequested", v: 1, transactionId, payoutId, requestedAt }];
}
