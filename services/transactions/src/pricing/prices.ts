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

/** The house's spread on each side, and how old a middle may be. */
export interface PricingTerms {
  readonly rateStaleAfterMs: number;
  readonly spread: { readonly buy: BasisPoints; readonly sell: BasisPoints };
}

/** Puts the house's spread on both sides of a source's middle, as long as that is fresh enough. */
export function createPrices(
  options: PricingTerms & { readonly source: RateSource; readonly clock: Clock },
): Prices {
  const { source, clock, rateStaleAfterMs, spread } = options;
  return {
    findRate(transactionType) {
      const mid = source.findMid();
      if (mid === undefined || msBetween(mid.asOf, clock.now()) > rateStaleAfterMs) return null;
      return transactionType === "BUY_BITCOIN"
        ? buyRate(mid.midXofPerBtc, spread.buy)
        : sellRate(mid.midXofPerBtc, spread.sell);
    },
  };
}
