import {
  StandingOrderEnded,
  StandingOrderOccurred,
  StandingOrderPaused,
  StandingOrderPlaced,
  StandingOrderResumed,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { StandingOrderEvent } from "./events.ts";

/** Where money would go stays here, and how its transactions end they say themselves. */
export function publishStandingOrder(event: StandingOrderEvent): PublicFact | undefined {
  const { orderId, accountId } = event;
  const ids = { orderId, accountId };
  switch (event.type) {
    case "StandingOrderPlaced": {
      const { transactionType, amountXof, trigger, until, ordersMax, placedAt } = event;
      const placed = { transactionType, amountXof, trigger, until, ordersMax, placedAt };
      return publicFact(StandingOrderPlaced, { ...ids, ...placed });
    }
    case "StandingOrderPaused":
      return publicFact(StandingOrderPaused, { ...ids, pausedAt: event.pausedAt });
    case "StandingOrderResumed":
      return publicFact(StandingOrderResumed, { ...ids, resumedAt: event.resumedAt });
    case "StandingOrderOccurred": {
      const { occurrence, dueAt, outcome, occurredAt } = event;
      return publicFact(StandingOrderOccurred, { ...ids, occurrence, dueAt, outcome, occurredAt });
    }
    case "StandingOrderEnded": {
      const { reason, endedAt } = event;
      return publicFact(StandingOrderEnded, { ...ids, reason, endedAt });
    }
    case "StandingOrderSettled":
      return undefined;
    default:
      return unreachable(event);
  }
}
