import type { TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Money must go back; a second order to refund the same money changes nothing. */
export function insertOpenRefund(of: {
  readonly transactionId: TransactionId;
  readonly refundKey: string;
  /** Whether it is due because the payout failed, and so only as long as that holds. */
  readonly isOfPayout: boolean;
}): Statement {
  return CompiledQuery.raw(
    `insert into open_refunds (transaction_id, refund_key, is_of_payout) values ($1, $2, $3)
     on conflict (transaction_id, refund_key) do nothing`,
    [of.transactionId, of.refundKey, of.isOfPayout],
  );
}

/** The money is refunded. */
export function deleteOpenRefund(transactionId: TransactionId, refundKey: string): Statement {
  return CompiledQuery.raw(
    "delete from open_refunds where transaction_id = $1 and refund_key = $2",
    [transactionId, refundKey],
  );
}

/** The payout arrived after all: nothing is refunded because of it. */
export function deleteOpenRefundOfPayout(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("delete from open_refunds where transaction_id = $1 and is_of_payout", [
    transactionId,
  ]);
}
