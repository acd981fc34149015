import type { TransactionType } from "@sanu/contracts";
import {
  type BasisPoints,
  type Sats,
  sats,
  satsBoughtFor,
  satsSoldFor,
  type Xof,
  type XofPerBtc,
  xof,
  xofToBuy,
} from "@sanu/kernel";

const BASIS_POINTS_WHOLE = 10_000n;
const SATS_PER_BTC = 100_000_000n;

interface PricedOrder {
  readonly transactionType: TransactionType;
  readonly amountXof: Xof;
  readonly amountSats: Sats;
  readonly midXofPerBtc: XofPerBtc;
}

/**
 * The most that the way of an order's sats may cost: a share of them, and never more than its spread, so that no order
 * costs the exchange more than it brings. Rounds down.
 */
export function feeLimitOf(order: PricedOrder, share: BasisPoints): Sats {
  const { amountSats } = order;
  const most = sats((amountSats * share) / BASIS_POINTS_WHOLE);
  const spread = spreadSats(order);
  return spread < most ? spread : most;
}

function spreadSats({ transactionType, amountXof, amountSats, midXofPerBtc }: PricedOrder): Sats {
  const spread =
    transactionType === "BUY_BITCOIN"
      ? satsBoughtFor(amountXof, midXofPerBtc) - amountSats
      : amountSats - satsSoldFor(amountXof, midXofPerBtc);
  return sats(spread > 0n ? spread : 0n);
}

/** The XOF from which on an order may spend a fee; null where no amount does, because there is no spread or no share. */
export function leastXofFor(
  feeSats: Sats,
  rate: { readonly rateXofPerBtc: XofPerBtc; readonly midXofPerBtc: XofPerBtc },
  share: BasisPoints,
): Xof | null {
  const { rateXofPerBtc, midXofPerBtc } = rate;
  const gap = rateXofPerBtc - midXofPerBtc;
  if (gap === 0n || share === 0n) return null;
  const ofShare = sats(ceilingDivision(feeSats * BASIS_POINTS_WHOLE, share));
  const byShare = xofToBuy(ofShare, rateXofPerBtc);
  // One satoshi more, because both sides of the spread are whole.
  const product = (feeSats + 1n) * rateXofPerBtc * midXofPerBtc;
  const bySpread = xof(ceilingDivision(product, SATS_PER_BTC * (gap < 0n ? -gap : gap)));
  return byShare > bySpread ? byShare : bySpread;
}

/** What of a refund's sats pays its way: the order's own limit, in proportion where another amount goes back. */
export function refundFeeOf(
  { amountSats, feeLimitSats }: { readonly amountSats: Sats; readonly feeLimitSats: Sats },
  refundSats: Sats,
): Sats {
  return sats((feeLimitSats * refundSats) / amountSats);
}

function ceilingDivision(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
