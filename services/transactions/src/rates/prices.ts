import type { TransactionType } from "@sanu/contracts";
import type { Instant, XofPerBtc } from "@sanu/kernel";

export interface TrustedRate {
  readonly kind: "market" | "manual";
  readonly midXofPerBtc: XofPerBtc;
  /** At which people buy; above the middle. */
  readonly buyXofPerBtc: XofPerBtc;
  /** At which people sell; below the middle. */
  readonly sellXofPerBtc: XofPerBtc;
  readonly asOf: Instant;
  /** Until when it is one, should nothing newer come. */
  readonly validUntil: Instant;
}

/** The rates at which the exchange deals now. They answer from memory: nobody waits for a market while ordering. */
export interface Prices {
  /** `undefined` while none can be trusted; there is no constant to fall back on. */
  readonly findTrusted: () => TrustedRate | undefined;
}

/** An exchange that deals at no rate: every order is refused with `rate-unavailable`. */
export const closedPrices: Prices = { findTrusted: () => undefined };

/** The rate of one direction. */
export function rateFor(trusted: TrustedRate, transactionType: TransactionType): XofPerBtc {
  return transactionType === "BUY_BITCOIN" ? trusted.buyXofPerBtc : trusted.sellXofPerBtc;
}

/** The rate of one direction now; null while none can be trusted. */
export function rateOf(prices: Prices, transactionType: TransactionType): XofPerBtc | null {
  const trusted = prices.findTrusted();
  return trusted === undefined ? null : rateFor(trusted, transactionType);
}
