import type { TransactionType } from "@sanu/contracts";
import {
  type BasisPoints,
  buyRate,
  type Clock,
  msBetween,
  sellRate,
  type XofPerBtc,
} from "@sanu/kernel";
import type { RateSource } from "./rate-source.ts";

/** The rates at which the house deals now. */
export interface Prices {
  /** Null while no source can be trusted; there is no constant to fall back on. */
  readonly findRate: (transactionType: TransactionType) => XofPerBtc | null;
}

/** Puts the house's spread on both sides of a source's middle, as long as that is fresh enough. */
export function createPrices(options: {
  readonly source: RateSource;
  readonly clock: Clock;
  readonly staleAfterMs: number;
  readonly spread: { readonly buy: BasisPoints; readonly sell: BasisPoints };
}): Prices {
  const { source, clock, staleAfterMs, spread } = options;
  return {
    findRate(transactionType) {
      const mid = source.findMid();
      if (mid === undefined || msBetween(mid.asOf, clock.now()) > staleAfterMs) return null;
      return transactionType === "BUY_BITCOIN"
        ? buyRate(mid.midXofPerBtc, spread.buy)
        : sellRate(mid.midXofPerBtc, spread.sell);
    },
  };
}
