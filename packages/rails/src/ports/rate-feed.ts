import type { Instant, XofPerBtc } from "@sanu/kernel";
import type { CallOutcome } from "./call-outcome.ts";

/** The markets that are known; each counts once, however often it is asked. */
export type RateFeedName = "coinbase" | "kraken" | "bitstamp" | "binance";

export interface MarketPrice {
  readonly midXofPerBtc: XofPerBtc;
  /** Null where the market does not say. */
  readonly statedAt: Instant | null;
}

export type RateFeedFailure = "unknown-market";

/** `read` never throws for what a market does or fails to do, and returns within the feed's time-out. */
export interface RateFeed {
  readonly name: RateFeedName;
  readonly read: () => Promise<CallOutcome<MarketPrice, RateFeedFailure>>;
  readonly close: () => Promise<void>;
}
