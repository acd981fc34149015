import { type Sats, sats } from "@sanu/kernel";
import type { PayoutTerms } from "../carrying/payout-terms.ts";

const BASIS_POINTS_OF_ALL = 10_000n;

/** The most that a send may cost: a share of its amount, rounded down, and at least the floor. */
export function feeLimitOf(amountSats: Sats, terms: PayoutTerms["send"]): Sats {
  const share = sats((amountSats * terms.feeLimitBasisPoints) / BASIS_POINTS_OF_ALL);
  return share > terms.feeLimitFloorSats ? share : terms.feeLimitFloorSats;
}
