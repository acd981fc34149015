import { type Sats, sats } from "@sanu/kernel";

export interface FeeTerms {
  readonly feeLimitBasisPoints: bigint;
  readonly feeLimitFloorSats: Sats;
}

const BASIS_POINTS_OF_ALL = 10_000n;

/** The most that a send may cost: a share of its amount, rounded down, and at least the floor. */
export function feeLimitOf(amountSats: Sats, terms: FeeTerms): Sats {
  const share = sats((amountSats * terms.feeLimitBasisPoints) / BASIS_POINTS_OF_ALL);
  return share > terms.feeLimitFloorSats ? share : terms.feeLimitFloorSats;
}
