import { createProviderHttp, type ProviderResponse } from "../http/provider-http.ts";
import type { RateFeed, RateFeedName } from "../ports/rate-feed.ts";
import type { MarketResponse } from "./market-price.ts";

const rateFeedLimits = {
  connectTimeoutMs: 2_000,
  /** A market that takes longer is asked again with the next round. */
  callTimeoutMs: 3_000,
} as const;

export interface RateFeedOptions {
  readonly baseUrl: string;
  readonly callTimeoutMs?: number;
}

export function createMarketFeed(
  market: {
    readonly name: RateFeedName;
    readonly path: string;
    readonly translate: (response: ProviderResponse) => MarketResponse;
  },
  options: RateFeedOptions,
): RateFeed {
  // Some markets turn away callers without a name.
  const headers = { "user-agent": "sanu" };
  const http = createProviderHttp({ ...rateFeedLimits, headers, ...options });
  return {
    name: market.name,
    read: async () => market.translate(await http.call({ method: "GET", path: market.path })),
    close: () => http.close(),
  };
}
