import type { RateFeed } from "../../ports/rate-feed.ts";
import { createMarketFeed, type RateFeedOptions } from "../market-feed.ts";
import { readBinance } from "./translate.ts";

export function createBinanceFeed(options: RateFeedOptions): RateFeed {
  const path = "/api/v3/ticker/bookTicker?symbol=BTCEUR";
  return createMarketFeed({ name: "binance", path, translate: readBinance }, options);
}
