import type { RateFeed } from "../../ports/rate-feed.ts";
import { createMarketFeed, type RateFeedOptions } from "../market-feed.ts";
import { readBitstamp } from "./translate.ts";

export function createBitstampFeed(options: RateFeedOptions): RateFeed {
  const path = "/api/v2/ticker/btceur/";
  return createMarketFeed({ name: "bitstamp", path, translate: readBitstamp }, options);
}
