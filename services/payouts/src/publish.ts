import { PayoutFailed, PayoutSettled } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { PayoutEvent } from "./payout/events.ts";

/** The public form of an event. Requests and single attempts concern nobody else. */
export function publish(event: PayoutEvent): PublicFact | undefined {
  const { payoutId, transactionId } = event;
  switch (event.type) {
    case "PayoutRequested":
    case "PayoutAttemptRejected":
      return undefined;
    case "PayoutSettled": {
      const { amountSats, feeSats, settledAt } = event;
      const amounts = { amountSats, feeSats };
      return publicFact(PayoutSettled, { payoutId, transactionId, ...amounts, settledAt });
    }
    case "PayoutFailed": {
      const { reason, failedAt } = event;
      return publicFact(PayoutFailed, { payoutId, transactionId, reason, failedAt });
    }
    default:
      return unreachable(event);
  }
}
