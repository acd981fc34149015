import { type BasisPoints, buyRate, sellRate, type XofPerBtc } from "./rate.ts";
import type { Sats } from "./sats.ts";

/** What no price lies outside of, whoever made it: a hand that slips, a row of a table, or all markets at once. */
export interface PriceBands {
  readonly rateMin: XofPerBtc;
  readonly rateMax: XofPerBtc;
  readonly spreadMin: BasisPoints;
  readonly spreadMax: BasisPoints;
  readonly orderSatsMax: Sats;
}

interface OrderPrice {
  readonly isBuy: boolean;
  readonly midXofPerBtc: XofPerBtc;
  readonly rateXofPerBtc: XofPerBtc;
  readonly amountSats: Sats;
}

/** Whether a middle lies in its band, both ends included. */
export function isRateWithin(mid: XofPerBtc, { rateMin, rateMax }: PriceBands): boolean {
  return mid >= rateMin && mid <= rateMax;
}

/** Whether a spread, in basis points of the middle, lies in its band, both ends included. */
export function isSpreadWithin(spread: BasisPoints, { spreadMin, spreadMax }: PriceBands): boolean {
  return spread >= spreadMin && spread <= spreadMax;
}

/** Whether an order can be dealt at its price: its middle, how far its rate lies from that, and its sats. */
export function isPriceWithin(price: OrderPrice, bands: PriceBands): boolean {
  const { isBuy, midXofPerBtc: mid, rateXofPerBtc: rate, amountSats } = price;
  const { spreadMin, spreadMax, orderSatsMax } = bands;
  if (!isRateWithin(mid, bands) || amountSats > orderSatsMax) return false;
  const [least, most] = isBuy
    ? [buyRate(mid, spreadMin), buyRate(mid, spreadMax)]
    : [sellRate(mid, spreadMax), sellRate(mid, spreadMin)];
  return rate >= least && rate <= most;
}
