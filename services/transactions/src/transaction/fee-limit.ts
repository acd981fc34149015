import type { ReceiverKind, TransactionType } from "@sanu/contracts";
import {
  type BasisPoints,
  type Sats,
  sats,
  satsBoughtFor,
  satsSoldFor,
  type Xof,
  type XofPerBtc,
  xof,
} from "@sanu/kernel";

const BASIS_POINTS_WHOLE = 10_000n;
const SATS_PER_BTC = 100_000_000n;

/** A share of a small order is less than any way costs. */
const smallFeeSats = 10n;

interface PricedOrder {
  readonly transactionType: TransactionType;
  readonly receiver: { readonly kind: ReceiverKind } | null;
  readonly amountXof: Xof;
  readonly amountSats: Sats;
  readonly midXofPerBtc: XofPerBtc;
}

/**
 * The most that the way of an order's sats may cost: never more than its spread, so that no order costs the exchange more than it
 * brings, and over Lightning a share of them, for who receives there can be paid by a way of her own. On chain nobody but miners
 * takes a fee. Rounds down.
 */
export function feeLimitOf(order: PricedOrder, share: BasisPoints): Sats {
  const spread = spreadSats(order);
  if (order.receiver?.kind === "onchain") return spread;
  const ofShare = (order.amountSats * share) / BASIS_POINTS_WHOLE;
  const most = sats(ofShare > smallFeeSats ? ofShare : smallFeeSats);
  return spread < most ? spread : most;
}

function spreadSats({ transactionType, amountXof, amountSats, midXofPerBtc }: PricedOrder): Sats {
  const spread =
    transactionType === "BUY_BITCOIN"
      ? satsBoughtFor(amountXof, midXofPerBtc) - amountSats
      : amountSats - satsSoldFor(amountXof, midXofPerBtc);
  return sats(spread > 0n ? spread : 0n);
}

/** The XOF from which on an order may spend a small fee, or one on chain; null where no amount does, because there is no spread. */
export function leastXofFor(
  feeSats: Sats,
  rate: { readonly rateXofPerBtc: XofPerBtc; readonly midXofPerBtc: XofPerBtc },
): Xof | null {
  const { rateXofPerBtc, midXofPerBtc } = rate;
  const gap = rateXofPerBtc - midXofPerBtc;
  if (gap === 0n) return null;
  // One satoshi more, because both sides of the spread are whole.
  const product = (feeSats + 1n) * rateXofPerBtc * midXofPerBtc;
  return xof(ceilingDivision(product, SATS_PER_BTC * (gap < 0n ? -gap : gap)));
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
