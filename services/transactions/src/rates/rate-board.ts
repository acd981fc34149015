import {
  type BasisPoints,
  basisPoints,
  buyRate,
  type Instant,
  isRateWithin,
  isSpreadWithin,
  type PriceBands,
  plusMs,
  sellRate,
} from "@sanu/kernel";
import type { Database, Logger } from "@sanu/platform";
import { type BoardRow, readBoard } from "./board-statements.ts";
import type { LastMid } from "./judge-prices.ts";
import type { Prices, TrustedRate } from "./prices.ts";

export const boardLimits = {
  /** A replica reads the board so often: a new rate or a freeze is known everywhere after that. */
  readMs: 1_000,
  /** A replica that could not read it for so long prices nothing. */
  silenceMs: 30_000,
} as const;

/** The exchange's spread on each side where no administrator set another one, and how old a middle may be. */
export interface BoardTerms {
  readonly rateStaleAfterMs: number;
  readonly clockSkewMaxMs: number;
  readonly spread: { readonly buy: BasisPoints; readonly sell: BasisPoints };
  readonly bands: PriceBands;
}

/** What this replica knows of the board. */
export interface RateBoard extends Prices {
  /** Reads the board; throws when the database does. */
  readonly refresh: () => Promise<void>;
  /** The last trusted middle of the market, however old, and whether the markets have left it or not. */
  readonly findLast: () => LastMid | undefined;
  /** The spreads that count now. */
  readonly spread: () => { readonly buy: BasisPoints; readonly sell: BasisPoints };
  readonly findRow: () => BoardRow | undefined;
  /** Whether what stands there now is no price for being outside of the bands, whoever wrote it. */
  readonly isOutside: () => boolean;
}

interface Reading {
  readonly row: BoardRow;
  readonly requestedAtMs: number;
}

/** When this replica first saw a middle, and how old it was then: from there on it ages by our own clock as well. */
interface FirstSight {
  readonly asOf: Instant;
  readonly ageMs: number;
  readonly atMs: number;
}

/**
 * The board in a replica's memory. A rate ages by the database's clock and, from when it was first seen, by one of
 * our own that cannot be set; the older of the two ages counts, so that no clock set back makes an old rate young.
 */
export function createRateBoard(options: {
  readonly database: Pick<Database, "query">;
  readonly terms: BoardTerms;
  readonly monotonicMs: () => number;
  readonly logger: Pick<Logger, "error">;
}): RateBoard {
  const { database, terms, monotonicMs, logger } = options;
  let reading: Reading | undefined;
  let sight: FirstSight | undefined;

  const marketOf = ({ row, requestedAtMs }: Reading) => {
    const { mid_xof_per_btc: midXofPerBtc, mid_as_of: asOf, mid_age_ms: ageThen } = row;
    if (midXofPerBtc === null || asOf === null || ageThen === null) return undefined;
    const nowMs = monotonicMs();
    const storedAgeMs = ageThen + nowMs - requestedAtMs;
    const seenAgeMs = sight === undefined ? storedAgeMs : sight.ageMs + nowMs - sight.atMs;
    return { midXofPerBtc, asOf, storedAgeMs, ageMs: Math.max(storedAgeMs, seenAgeMs) };
  };
  const findStanding = (): Middle | undefined => {
    if (reading === undefined || reading.row.is_frozen) return undefined;
    const silentMs = monotonicMs() - reading.requestedAtMs;
    if (silentMs > boardLimits.silenceMs) return undefined;
    const manual = manualOf(reading.row, silentMs);
    if (manual !== undefined) return { kind: "manual", ...manual };
    const market = marketOf(reading);
    if (market === undefined || market.storedAgeMs < -terms.clockSkewMaxMs) return undefined;
    if (reading.row.is_mid_left || market.ageMs > terms.rateStaleAfterMs) return undefined;
    const { midXofPerBtc, asOf } = market;
    const validUntil = plusMs(asOf, terms.rateStaleAfterMs);
    return { kind: "market", midXofPerBtc, asOf, validUntil };
  };
  const isOutside = () => isOutsideBands(findStanding(), reading?.row, terms);
  let wasOutside = false;
  const reportOutside = () => {
    const isNow = isOutside();
    if (isNow && !wasOutside)
      logger.error({ board: reading?.row }, "the board is outside of the bands: no price");
    wasOutside = isNow;
  };
  return {
    findTrusted() {
      const standing = findStanding();
      if (standing === undefined || isOutsideBands(standing, reading?.row, terms)) return undefined;
      return priced(standing, spreadOf(reading?.row, terms));
    },
    isOutside,
    async refresh() {
      const requestedAtMs = monotonicMs();
      const [row] = await database.query<BoardRow>(readBoard);
      if (row === undefined) throw new Error("The board has lost its row");
      // An answer that was overtaken knows less: it must not thaw what is frozen since.
      if (reading !== undefined && reading.requestedAtMs > requestedAtMs) return;
      reading = { row, requestedAtMs };
      const { mid_as_of: asOf, mid_age_ms: ageMs } = row;
      if (asOf !== null && ageMs !== null && asOf !== sight?.asOf) {
        sight = { asOf, ageMs: Math.max(0, ageMs), atMs: requestedAtMs };
      }
      reportOutside();
    },
    findLast: () => reading && marketOf(reading),
    spread: () => spreadOf(reading?.row, terms),
    findRow: () => reading?.row,
  };
}

function spreadOf(row: BoardRow | undefined, { spread }: BoardTerms): BoardTerms["spread"] {
  const setOr = (set: number | null | undefined, preset: BasisPoints) =>
    set === null || set === undefined ? preset : basisPoints(BigInt(set));
  return { buy: setOr(row?.spread_buy, spread.buy), sell: setOr(row?.spread_sell, spread.sell) };
}

/** What stands there may be a row of before the bands, or one that nobody here wrote. */
function isOutsideBands(
  standing: Middle | undefined,
  row: BoardRow | undefined,
  terms: BoardTerms,
): boolean {
  if (standing === undefined) return false;
  const { buy, sell } = spreadOf(row, terms);
  const { bands } = terms;
  const isWithin = isRateWithin(standing.midXofPerBtc, bands);
  return !isWithin || !isSpreadWithin(buy, bands) || !isSpreadWithin(sell, bands);
}

type Middle = Pick<TrustedRate, "kind" | "midXofPerBtc" | "asOf" | "validUntil">;

/** What an administrator set counts until its end, and the market's again behind it. */
function manualOf(row: BoardRow, silentMs: number): Omit<Middle, "kind"> | undefined {
  const { manual_xof_per_btc: midXofPerBtc, manual_since: asOf, manual_until: validUntil } = row;
  if (midXofPerBtc === null || asOf === null || validUntil === null) return undefined;
  return (row.manual_left_ms ?? 0) > silentMs ? { midXofPerBtc, asOf, validUntil } : undefined;
}

function priced(middle: Middle, spread: BoardTerms["spread"]): TrustedRate {
  return {
    ...middle,
    buyXofPerBtc: buyRate(middle.midXofPerBtc, spread.buy),
    sellXofPerBtc: sellRate(middle.midXofPerBtc, spread.sell),
  };
}
