import type { TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { isTakenBack } from "../transaction/due.ts";
import type { ExistingTransaction } from "../transaction/state.ts";

/** Money must go back; a second order to refund the same money changes nothing. */
export function insertOpenRefund(of: {
  readonly transactionId: TransactionId;
  readonly receiptId: string;
  /** Whether it is due because the payout failed, and so only as long as that holds. */
  readonly isOfPayout: boolean;
}): Statement {
  return CompiledQuery.raw(
    `insert into open_refunds (transaction_id, receipt_id, is_of_payout) values ($1, $2, $3)
     on conflict (transaction_id, receipt_id) do nothing`,
    [of.transactionId, of.receiptId, of.isOfPayout],
  );
}

export function deleteOpenRefund(transactionId: TransactionId, receiptId: string): Statement {
  return CompiledQuery.raw(
    "delete from open_refunds where transaction_id = $1 and receipt_id = $2",
    [transactionId, receiptId],
  );
}

/** The payout arrived after all: nothing is refunded because of it. */
export function deleteOpenRefundOfPayout(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("delete from open_refunds where transaction_id = $1 and is_of_payout", [
    transactionId,
  ]);
}

/** What the provider took back is owed to nobody, but a refund of it that is under way may arrive as well. */
export function isStillOpen(state: ExistingTransaction, receiptId: string): boolean {
  const refund = state.refunds.find((one) => one.receiptId === receiptId);
  if (refund === undefined || refund.state === "settled") return false;
  return refund.state === "requested" || !isTakenBack(state, receiptId);
}
