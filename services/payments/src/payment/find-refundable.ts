import type { RefundReason } from "@sanu/contracts";
import type { Xof } from "@sanu/kernel";
import { isOpen, type KnownReceipt, type Payment } from "./state.ts";

/**
 * The receipt that a refund speaks of, which has to have brought exactly this amount; `undefined` where we have
 * none. Facts from before receipts were named mean the first one, and of a duplicate the second.
 */
export function findRefundable(
  payment: Payment,
  wanted: {
    readonly receiptId: string | null;
    readonly reason: RefundReason;
    readonly amountXof: Xof;
  },
): KnownReceipt | undefined {
  if (payment.status === "none" || isOpen(payment)) return undefined;
  const { receiptId, reason, amountXof } = wanted;
  const { receipts } = payment;
  const meant =
    receiptId === null
      ? receipts[reason === "payment-duplicate" ? 1 : 0]
      : receipts.find(({ receiptReference }) => receiptReference === receiptId);
  return meant?.amountXof === amountXof ? meant : undefined;
}
