import type { Brand } from "../brand.ts";
import { SATS_PER_BTC, type Sats, sats } from "./sats.ts";
import { type Xof, xof } from "./xof.ts";

/** Whole XOF for one bitcoin, above zero. */
export type XofPerBtc = Brand<bigint, "XofPerBtc">;

/** Hundredths of a percent: 200 is 2 %. */
export type BasisPoints = Brand<bigint, "BasisPoints">;

const BASIS_POINTS_WHOLE = 10_000n;

/** Makes a rate. Throws `RangeError` at zero or below. */
export function xofPerBtc(value: bigint): XofPerBtc {
  if (value <= 0n) throw new RangeError(`Rate must be above zero: ${value}`);
  return value as XofPerBtc;
}

/** Makes a spread from 0 up to, but not, 100 %. Throws `RangeError` outside. */
export function basisPoints(value: bigint): BasisPoints {
  if (value < 0n || value >= BASIS_POINTS_WHOLE)
    throw new RangeError(`Spread out of range: ${value}`);
  return value as BasisPoints;
}

/** BUY, XOF → sats. Rounds down: nobody receives a sat that was not paid for. */
export function satsBoughtFor(amountXof: Xof, rate: XofPerBtc): Sats {
  return sats((amountXof * SATS_PER_BTC) / rate);
}

/** SELL, XOF → sats asked for. Rounds up: the exchange never gives more than it receives. */
export function satsSoldFor(amountXof: Xof, rate: XofPerBtc): Sats {
  return sats(ceilingDivision(amountXof * SATS_PER_BTC, rate));
}

/** BUY, the least XOF that buy a number of sats. Rounds up: one franc less would buy fewer. */
export function xofToBuy(amountSats: Sats, rate: XofPerBtc): Xof {
  return xof(ceilingDivision(amountSats * rate, SATS_PER_BTC));
}

/** What a number of sats is worth in XOF. Rounds down; for display and books, never for a price. */
export function xofWorthOf(amountSats: Sats, rate: XofPerBtc): Xof {
  return xof((amountSats * rate) / SATS_PER_BTC);
}

/** The rate at which people buy: mid plus spread. Rounds up, in favour of the exchange. */
export function buyRate(mid: XofPerBtc, spread: BasisPoints): XofPerBtc {
  return xofPerBtc(ceilingDivision(mid * (BASIS_POINTS_WHOLE + spread), BASIS_POINTS_WHOLE));
}

/** The rate at which people sell: mid minus spread. Rounds down, in favour of the exchange. */
export function sellRate(mid: XofPerBtc, spread: BasisPoints): XofPerBtc {
  return xofPerBtc((mid * (BASIS_POINTS_WHOLE - spread)) / BASIS_POINTS_WHOLE);
}

function ceilingDivision(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
