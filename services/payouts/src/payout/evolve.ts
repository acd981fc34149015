import { unreachable } from "@sanu/kernel";
import type { PayoutEvent } from "./events.ts";
import type { OrderedPayout, Payout, PayoutOrder } from "./state.ts";

/** The payout after one more event. */
export function evolve(state: Payout, event: PayoutEvent): Payout {
  switch (event.type) {
    case "PayoutRequested":
      return { ...orderOf(event), status: "requested", attemptNumber: 1 };
    case "PayoutAttemptRejected":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "requested",
        attemptNumber: event.attemptNumber + 1,
      };
    case "PayoutSettled": {
      const { feeSats, settledAt } = event;
      return { ...orderOf(assumeOrdered(state)), status: "settled", feeSats, settledAt };
    }
    case "PayoutFailed": {
      const { reason, failedAt } = event;
      return { ...orderOf(assumeOrdered(state)), status: "failed", reason, failedAt };
    }
    default:
      return unreachable(event);
  }
}

function orderOf(from: PayoutOrder): PayoutOrder {
  const { payoutId, transactionId, reference, amountSats, receiverKind, receiverHmac } = from;
  return { payoutId, transactionId, reference, amountSats, receiverKind, receiverHmac };
}

/** A log whose first event is another one is broken: a fault, not a state. */
function assumeOrdered(state: Payout): OrderedPayout {
  if (state.status === "none") throw new Error("A payout begins with PayoutRequested");
  return state;
}
