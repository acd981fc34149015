import type { BasisPoints, Clock } from "@sanu/kernel";
import type { Database, Logger, Metrics } from "@sanu/platform";
import {
  createBinanceFeed,
  createBitstampFeed,
  createCoinbaseFeed,
  createKrakenFeed,
  type RateFeed,
  type RateFeedName,
} from "@sanu/rails";
import type { JudgeRules } from "./judge-prices.ts";
import { createMarketRound, type RateRound } from "./market-round.ts";
import { closedPrices, type Prices } from "./prices.ts";
import { type BoardTerms, boardLimits, createRateBoard, type RateBoard } from "./rate-board.ts";
import { createRateUpdater, type RateUpdater } from "./rate-updater.ts";
import { createSandboxRound, type SandboxMarket } from "./sandbox-round.ts";

export interface RatesConfig extends BoardTerms {
  readonly rateSource: "sandbox" | "market" | "closed";
  readonly sandboxMarket: SandboxMarket;
  readonly marketUrls: Readonly<Record<RateFeedName, string>>;
  readonly ratePollMs: number;
  readonly judgeRules: JudgeRules;
  /** How far from the last known rate an administrator's may lie without being confirmed. */
  readonly manualDeviationMax: BasisPoints;
  readonly rateHistoryKeptMs: number;
}

export interface RatesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "outsideCalls" | "watch" | "loops">;
  readonly onClockLeap: (look: () => void) => void;
  /** Milliseconds of a clock that cannot be set; tests give their own. */
  readonly monotonicMs: () => number;
  /** How long a market may take to say its price; the feeds' own limit where undefined. */
  readonly marketTimeoutMs: number | undefined;
  /** How often the board is read; its own limit where undefined. */
  readonly readMs: number | undefined;
}

export interface Rates {
  readonly prices: Prices;
  readonly board: RateBoard;
  readonly updater: RateUpdater;
}

/** The exchange's prices, and what updates them. */
export function createRates(config: RatesConfig, deps: RatesDeps): Rates {
  const { database, logger, metrics, monotonicMs, onClockLeap } = deps;
  const board = createRateBoard({ database, terms: config, monotonicMs, logger });
  const updater = createRateUpdater({
    database,
    board,
    round: roundOf(config, deps),
    pollMs: config.ratePollMs,
    readMs: deps.readMs ?? boardLimits.readMs,
    rateStaleAfterMs: config.rateStaleAfterMs,
    onClockLeap,
    logger,
    metrics,
  });
  const prices = config.rateSource === "closed" ? closedPrices : board;
  deps.metrics.watch(
    "sanu_rate_trusted",
    "1 while orders have a rate, 0 while they are refused with rate-unavailable.",
    () => (prices.findTrusted() === undefined ? 0 : 1),
  );
  deps.metrics.watch(
    "sanu_rate_outside_bands",
    "1 while what stands on the board is outside of the bands and so is no price.",
    () => (board.isOutside() ? 1 : 0),
  );
  return { prices, board, updater };
}

function roundOf(config: RatesConfig, deps: RatesDeps): RateRound | undefined {
  const { clock, monotonicMs, marketTimeoutMs, metrics } = deps;
  switch (config.rateSource) {
    case "closed":
      return undefined;
    case "sandbox":
      return createSandboxRound(config.sandboxMarket, clock);
    case "market":
      return createMarketRound({
        feeds: feedsOf(config.marketUrls, marketTimeoutMs),
        rules: config.judgeRules,
        clock,
        monotonicMs,
        outsideCalls: metrics.outsideCalls,
      });
  }
}

function feedsOf(
  urls: RatesConfig["marketUrls"],
  callTimeoutMs: number | undefined,
): readonly RateFeed[] {
  const limits = callTimeoutMs === undefined ? {} : { callTimeoutMs };
  return [
    createCoinbaseFeed({ ...limits, baseUrl: urls.coinbase }),
    createKrakenFeed({ ...limits, baseUrl: urls.kraken }),
    createBitstampFeed({ ...limits, baseUrl: urls.bitstamp }),
    createBinanceFeed({ ...limits, baseUrl: urls.binance }),
  ];
}
