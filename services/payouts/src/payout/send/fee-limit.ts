import { type Sats, sats } from "@sanu/kernel";
import type { SatsTransfer } from "../transfer.ts";

export interface FeeTerms {
  readonly feeLimitBasisPoints: bigint;
}

const BASIS_POINTS_OF_ALL = 10_000n;

/**
 * The most that a send may cost: what its order allows, which is never more than the order brings, and else a share of
 * its amount. Rounds down, to nothing where the amount is small: then it is not sent.
 */
export function feeLimitOf(
  { amountSats, feeLimitSats }: Pick<SatsTransfer, "amountSats" | "feeLimitSats">,
  terms: FeeTerms,
): Sats {
  return feeLimitSats ?? sats((amountSats * terms.feeLimitBasisPoints) / BASIS_POINTS_OF_ALL);
}
