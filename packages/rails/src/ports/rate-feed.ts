import type { Instant, XofPerBtc } from "@sanu/kernel";
import type { CallOutcome } from "./call-outcome.ts";

/** The markets that are known; each counts once, however often it is asked. */
export type RateFeedName = "coinbase" | "kraken" | "bitstamp" | "binance";

/** The middle of one market. */
export interface MarketPrice {
  readonly midXofPerBtc: XofPerBtc;
  /** When the market says it was so; null where it does not say. */
  readonly statedAt: Instant | null;
}

/** Why a market says definitely that it has no such price. */
export type RateFeedFailure = "unknown-market";

/**
 * The price of bitcoin on one market. `read` never throws for what a market does or fails to do, and returns
 * within the feed's time-out.
 */
export interface RateFeed {
  readonly name: RateFeedName;
  readonly read: () => Promise<CallOutcome<MarketPrice, RateFeedFailure>>;
  /** Ends the feed's open connections. */
  readonly close: () => Promise<void>;
}
