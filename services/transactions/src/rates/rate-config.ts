import { basisPoints, isSpreadWithin, type PriceBands, sats, xofPerBtc } from "@sanu/kernel";
import { urlSetting, wholeSetting } from "@sanu/platform";
import { z } from "zod";
import type { RatesConfig } from "./create-rates.ts";

const XOF_MAX = 1_000_000_000_000;
const DAY_MS = 86_400_000;

const rateSetting = (preset: number, least = 1) =>
  wholeSetting(least, XOF_MAX)
    .default(preset)
    .transform((value) => xofPerBtc(BigInt(value)));
/** A share from 0 up to, but not, 100 %. */
export const basisPointsSetting = (preset: number, most = 9_999) =>
  wholeSetting(0, most)
    .default(preset)
    .transform((value) => basisPoints(BigInt(value)));
const marketUrl = (preset: string) => urlSetting("http:", "https:").default(preset);

export const rateSettings = {
  RATE_SOURCE: z.enum(["sandbox", "market", "closed"]).default("sandbox"),
  SANDBOX_MID_XOF_PER_BTC: rateSetting(60_000_000),
  /** 0 stands still. */
  SANDBOX_MOVES_BASIS_POINTS: basisPointsSetting(0, 1_000),
  /** How far that middle itself drifts over days. */
  SANDBOX_DRIFT_BASIS_POINTS: basisPointsSetting(0, 5_000),
  SANDBOX_SEED: wholeSetting(0, 1_000_000_000).default(1),
  SPREAD_BUY_BASIS_POINTS: basisPointsSetting(200),
  SPREAD_SELL_BASIS_POINTS: basisPointsSetting(200),

  /** At least so much that no spread makes zero of it. */
  RATE_MIN_XOF_PER_BTC: rateSetting(5_000_000, 10_000),
  RATE_MAX_XOF_PER_BTC: rateSetting(1_000_000_000),
  SPREAD_MIN_BASIS_POINTS: basisPointsSetting(0),
  SPREAD_MAX_BASIS_POINTS: basisPointsSetting(1_000),
  /** A tenth of a bitcoin: what one order moves at most, at whatever rate. */
  ORDER_SATS_MAX: wholeSetting(1, 100_000_000_000)
    .default(10_000_000)
    .transform((value) => sats(BigInt(value))),

  COINBASE_URL: marketUrl("https://api.coinbase.com"),
  KRAKEN_URL: marketUrl("https://api.kraken.com"),
  BITSTAMP_URL: marketUrl("https://www.bitstamp.net"),
  BINANCE_URL: marketUrl("https://api.binance.com"),
  RATE_POLL_MS: wholeSetting(100, 60_000).default(10_000),
  RATE_QUORUM: wholeSetting(2, 4).default(3),
  RATE_FEED_STALE_AFTER_MS: wholeSetting(1_000, DAY_MS).default(30_000),
  RATE_STALE_AFTER_MS: wholeSetting(1_000, DAY_MS).default(60_000),
  RATE_CLOCK_SKEW_MAX_MS: wholeSetting(0, 600_000).default(10_000),
  RATE_DEVIATION_MAX_BASIS_POINTS: basisPointsSetting(200),
  RATE_JUMP_MAX_BASIS_POINTS: basisPointsSetting(500),
  RATE_JUMP_HOLD_MS: wholeSetting(0, 30 * DAY_MS).default(900_000),
  MANUAL_RATE_DEVIATION_MAX_BASIS_POINTS: basisPointsSetting(2_000),
  RATE_HISTORY_KEPT_MS: wholeSetting(60_000, 3_650 * DAY_MS).default(90 * DAY_MS),
};

const RateEnvironment = z.object(rateSettings);

type RateEnvironment = z.infer<typeof RateEnvironment>;

function bandsOf(env: RateEnvironment): PriceBands {
  return {
    rateMin: env.RATE_MIN_XOF_PER_BTC,
    rateMax: env.RATE_MAX_XOF_PER_BTC,
    spreadMin: env.SPREAD_MIN_BASIS_POINTS,
    spreadMax: env.SPREAD_MAX_BASIS_POINTS,
    orderSatsMax: env.ORDER_SATS_MAX,
  };
}

export function arePresetSpreadsWithin(env: RateEnvironment): boolean {
  const bands = bandsOf(env);
  const presets = [env.SPREAD_BUY_BASIS_POINTS, env.SPREAD_SELL_BASIS_POINTS];
  return presets.every((preset) => isSpreadWithin(preset, bands));
}

export function ratesConfigOf(env: RateEnvironment): RatesConfig {
  const bands = bandsOf(env);
  return {
    bands,
    rateSource: env.RATE_SOURCE,
    sandboxMarket: {
      midXofPerBtc: env.SANDBOX_MID_XOF_PER_BTC,
      moves: env.SANDBOX_MOVES_BASIS_POINTS,
      drift: env.SANDBOX_DRIFT_BASIS_POINTS,
      seed: env.SANDBOX_SEED,
    },
    spread: { buy: env.SPREAD_BUY_BASIS_POINTS, sell: env.SPREAD_SELL_BASIS_POINTS },
    marketUrls: {
      coinbase: env.COINBASE_URL,
      kraken: env.KRAKEN_URL,
      bitstamp: env.BITSTAMP_URL,
      binance: env.BINANCE_URL,
    },
    ratePollMs: env.RATE_POLL_MS,
    rateStaleAfterMs: env.RATE_STALE_AFTER_MS,
    clockSkewMaxMs: env.RATE_CLOCK_SKEW_MAX_MS,
    judgeRules: {
      quorum: env.RATE_QUORUM,
      feedStaleAfterMs: env.RATE_FEED_STALE_AFTER_MS,
      clockSkewMaxMs: env.RATE_CLOCK_SKEW_MAX_MS,
      deviationMax: env.RATE_DEVIATION_MAX_BASIS_POINTS,
      jumpMax: env.RATE_JUMP_MAX_BASIS_POINTS,
      jumpHoldMs: env.RATE_JUMP_HOLD_MS,
      bands,
    },
    manualDeviationMax: env.MANUAL_RATE_DEVIATION_MAX_BASIS_POINTS,
    rateHistoryKeptMs: env.RATE_HISTORY_KEPT_MS,
  };
}
