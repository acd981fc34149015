import { basisPoints, buyRate, sellRate, type XofPerBtc, xofPerBtc } from "@sanu/kernel";

/** The middle of the market that the examples trade at, and what the exchange takes of it. */
export const mid = xofPerBtc(60_000_000n);
const spread = basisPoints(200n);

export function buyingAt(midXofPerBtc: XofPerBtc): XofPerBtc {
  return buyRate(midXofPerBtc, spread);
}

export function sellingAt(midXofPerBtc: XofPerBtc): XofPerBtc {
  return sellRate(midXofPerBtc, spread);
}
