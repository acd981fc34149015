import type { TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The constraint that a second transaction to the same invoice breaks. */
export const receiverUseConstraint = "receiver_uses_pkey";

/** Takes an invoice for one transaction: it can be paid only once. */
export function reserveReceiver(paymentHash: string, transactionId: TransactionId): Statement {
  return CompiledQuery.raw(
    "insert into receiver_uses (payment_hash, transaction_id) values ($1, $2)",
    [paymentHash, transactionId],
  );
}

/** A failed transaction leaves its invoice to another one. */
export function releaseReceiver(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("delete from receiver_uses where transaction_id = $1", [transactionId]);
}
