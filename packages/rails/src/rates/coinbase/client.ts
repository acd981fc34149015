import type { RateFeed } from "../../ports/rate-feed.ts";
import { createMarketFeed, type RateFeedOptions } from "../market-feed.ts";
import { readCoinbase } from "./translate.ts";

export function createCoinbaseFeed(options: RateFeedOptions): RateFeed {
  const path = "/v2/prices/BTC-EUR/spot";
  return createMarketFeed({ name: "coinbase", path, translate: readCoinbase }, options);
}
