import { paymentsRefundFacts, RefundReversed } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { RefundEvent } from "./events.ts";

const { RefundSettled, RefundFailed, RefundOutcomeUnknown } = paymentsRefundFacts;

/** The public form of an event. How often it was tried concerns nobody else. */
export function publishRefund(event: RefundEvent): PublicFact | undefined {
  const { refundId, transactionId } = event;
  const ofRefund = { refundId, transactionId };
  switch (event.type) {
    case "RefundRequested":
    case "RefundAttemptRejected":
      return undefined;
    case "RefundSettled": {
      const { amountXof, settledAt } = event;
      const money = { currency: "XOF", amountXof } as const;
      return publicFact(RefundSettled, { ...ofRefund, money, fee: null, settledAt });
    }
    case "RefundFailed": {
      const { reason, failedAt } = event;
      return publicFact(RefundFailed, { ...ofRefund, reason, failedAt });
    }
    case "RefundReversed": {
      const { amountXof, reversedAt } = event;
      const money = { currency: "XOF", amountXof } as const;
      return publicFact(RefundReversed, { ...ofRefund, money, reversedAt });
    }
    case "RefundOutcomeUnknown":
      return publicFact(RefundOutcomeUnknown, { ...ofRefund, since: event.since });
    default:
      return unreachable(event);
  }
}
