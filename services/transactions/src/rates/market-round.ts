import { type Clock, msBetween, type XofPerBtc } from "@sanu/kernel";
import { type Metrics, measuredCalls } from "@sanu/platform";
import type { RateFeed } from "@sanu/rails";
import { type Judgement, type JudgeRules, judgePrices, type LastMid } from "./judge-prices.ts";

/** Where the middle of the market comes from: requested every so often, by one replica. */
export interface RateRound {
  /** Never throws for what a market does. */
  readonly readPrices: (last: LastMid | undefined) => Promise<Judgement>;
  readonly close: () => Promise<void>;
}

/** The last price of a market; it stays over a round in which the market says nothing. */
interface ReceivedPrice {
  readonly midXofPerBtc: XofPerBtc;
  readonly requestedAtMs: number;
  readonly statedAgeMs: number;
}

/** Requests the prices of all markets at once and judges what is known then. */
export function createMarketRound(options: {
  readonly feeds: readonly RateFeed[];
  readonly rules: JudgeRules;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  readonly outsideCalls: Metrics["outsideCalls"];
}): RateRound {
  const { feeds, rules, clock, monotonicMs, outsideCalls } = options;
  const prices = new Map<string, ReceivedPrice>();
  const request = async (feed: RateFeed): Promise<void> => {
    const requestedAtMs = monotonicMs();
    const outcome = await measuredCalls(feed.name, outsideCalls)("rate", feed.read());
    if (outcome.kind !== "accepted") return;
    const { midXofPerBtc, statedAt } = outcome.value;
    const statedAgeMs = statedAt === null ? 0 : msBetween(statedAt, clock.now());
    prices.set(feed.name, { midXofPerBtc, requestedAtMs, statedAgeMs });
  };
  return {
    async readPrices(last) {
      await Promise.all(feeds.map(request));
      const nowMs = monotonicMs();
      const samples = [...prices].map(([market, { requestedAtMs, ...price }]) => ({
        market,
        ...price,
        requestedAgoMs: nowMs - requestedAtMs,
      }));
      return judgePrices(samples, last, rules);
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}
