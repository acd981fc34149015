import type { PaymentId, RefundId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Breaks when a receipt goes back a second time. */
export const refundedReceiptsConstraint = "refunded_receipts_pkey";

interface Reserved {
  readonly paymentId: PaymentId;
  readonly receiptReference: string;
  readonly refundId: RefundId;
}

const reserveText =
  "insert into refunded_receipts (payment_id, receipt_reference, refund_id) values ($1, $2, $3)";

/** Reserves a receipt for a refund, in the transaction that orders it. */
export function reserveReceipt(reserved: Reserved): Statement {
  return CompiledQuery.raw(reserveText, valuesOf(reserved));
}

/** The same where nobody else has it: for a refund that is sent by nobody any more, and may have been. */
export function reserveFreeReceipt(reserved: Reserved): Statement {
  return CompiledQuery.raw(`${reserveText} on conflict do nothing`, valuesOf(reserved));
}

function valuesOf({ paymentId, receiptReference, refundId }: Reserved): unknown[] {
  return [paymentId, receiptReference, refundId];
}

/** The refund has failed for good, or was reversed, so the receipt may go back by another one. */
export function releaseReceipt(refundId: RefundId): Statement {
  return CompiledQuery.raw("delete from refunded_receipts where refund_id = $1", [refundId]);
}
