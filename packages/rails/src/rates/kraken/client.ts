import type { RateFeed } from "../../ports/rate-feed.ts";
import { createMarketFeed, type RateFeedOptions } from "../market-feed.ts";
import { readKraken } from "./translate.ts";

export function createKrakenFeed(options: RateFeedOptions): RateFeed {
  const path = "/0/public/Ticker?pair=XBTEUR";
  return createMarketFeed({ name: "kraken", path, translate: readKraken }, options);
}
