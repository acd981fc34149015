import { idOf } from "@sanu/contracts";
import type { PayoutId, RefundId } from "@sanu/kernel";

const PayoutIdText = idOf<PayoutId>();
const RefundIdText = idOf<RefundId>();

/** The payout that sends the sats of a refund bears the refund's id: the log itself allows only one. */
export function payoutIdOf(refundId: RefundId): PayoutId {
  return PayoutIdText.parse(refundId);
}

export function refundIdOf(payoutId: PayoutId): RefundId {
  return RefundIdText.parse(payoutId);
}
