import type { EventStore } from "@sanu/platform";
import type { OrderDeps } from "../orders/deps.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";

/** What bounds standing orders. */
export interface StandingOrderTerms {
  /** So many of one account may be placed and not ended. */
  readonly openMax: number;
  /** So often an order is resumed in all its life; it can be paused and cancelled whatever happened before. */
  readonly resumesMax: number;
  /** How late a moment may still order; behind it, it is missed. Also how long an order waits for its price again once refused. */
  readonly windowMs: number;
  /** Between two tries of what was refused for a reason that passes. */
  readonly retryMs: number;
  /** So many failures in a row end an order. */
  readonly failuresMax: number;
}

/** What it takes to place standing orders and to carry them out. */
export interface OccurrenceDeps extends OrderDeps {
  readonly standingOrders: EventStore<StandingOrderEvent>;
  readonly standingOrderTerms: StandingOrderTerms;
  readonly timeZone: string;
}
