import type { Xof } from "@sanu/kernel";
import { isContested, isOpen, type KnownReceipt, type Payment } from "./state.ts";

/**
 * The receipt that a refund speaks of, which has to have brought exactly this amount; only of what was refunded before
 * a part may be back by hand. `undefined` where we have none, or the provider has taken it back, or says that it never came, or came as another
 * amount: until two of the staff say what came, nothing of ours goes out for it.
 */
export function findRefundable(
  payment: Payment,
  wanted: {
    readonly receiptId: string;
    readonly amountXof: Xof;
    readonly isRefundedBefore?: boolean;
  },
): KnownReceipt | undefined {
  if (payment.status === "none" || isOpen(payment)) return undefined;
  const { receiptId, amountXof, isRefundedBefore = false } = wanted;
  const meant = payment.receipts.find(({ receiptReference }) => receiptReference === receiptId);
  if (meant === undefined || meant.isReversed || isContested(meant)) return undefined;
  const isPart = isRefundedBefore && amountXof < meant.amountXof;
  return isPart || amountXof === meant.amountXof ? meant : undefined;
}
