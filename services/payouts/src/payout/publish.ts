import {
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutReversed,
  PayoutSettled,
  payoutsRefundFacts,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { PayoutEvent } from "./events.ts";
import { refundIdOf } from "./refund-payout.ts";

const { RefundSettled, RefundFailed, RefundOutcomeUnknown } = payoutsRefundFacts;

export function publishPayout(event: PayoutEvent): PublicFact | undefined {
  const { payoutId, transactionId } = event;
  switch (event.type) {
    case "PayoutRequested":
    case "PayoutAttemptRejected":
      return undefined;
    case "PayoutSettled": {
      const { sent, fee, settledAt } = event;
      return event.kind === "refund"
        ? publicFact(RefundSettled, { ...ofRefund(event), money: sent, fee, settledAt })
        : publicFact(PayoutSettled, { payoutId, transactionId, sent, fee, settledAt });
    }
    case "PayoutReversed": {
      const { money, providerReference, reversedAt } = event;
      const reversed = { money, providerReference, reversedAt };
      return publicFact(PayoutReversed, { payoutId, transactionId, ...reversed });
    }
    case "PayoutFailed": {
      const { reason, failedAt } = event;
      return event.kind === "refund"
        ? publicFact(RefundFailed, { ...ofRefund(event), reason, failedAt })
        : publicFact(PayoutFailed, { payoutId, transactionId, reason, failedAt });
    }
    case "PayoutOutcomeUnknown": {
      const { since } = event;
      return event.kind === "refund"
        ? publicFact(RefundOutcomeUnknown, { ...ofRefund(event), since })
        : publicFact(PayoutOutcomeUnknown, { payoutId, transactionId, since });
    }
    default:
      return unreachable(event);
  }
}

function ofRefund({ payoutId, transactionId }: Pick<PayoutEvent, "payoutId" | "transactionId">) {
  return { refundId: refundIdOf(payoutId), transactionId };
}
