import type { Xof } from "@sanu/kernel";
import { isOpen, type KnownReceipt, type Payment } from "./state.ts";

/**
 * The receipt that a refund speaks of, which has to have brought exactly this amount; `undefined` where we have
 * none, or the provider has taken it back.
 */
export function findRefundable(
  payment: Payment,
  wanted: {
    readonly receiptId: string;
    readonly amountXof: Xof;
  },
): KnownReceipt | undefined {
  if (payment.status === "none" || isOpen(payment)) return undefined;
  const { receiptId, amountXof } = wanted;
  const meant = payment.receipts.find(({ receiptReference }) => receiptReference === receiptId);
  return meant?.amountXof === amountXof && !meant.isReversed ? meant : undefined;
}
