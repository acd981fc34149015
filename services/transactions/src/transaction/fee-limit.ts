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

/** What a way takes: so much of each order, and a share of its sats. */
export interface WayFee {
  readonly fixedSats: Sats;
  readonly share: BasisPoints;
}

/** What it takes of so many sats. Rounds up. */
export function wayFeeOf(amountSats: Sats, { fixedSats, share }: WayFee): Sats {
  return sats(fixedSats + ceilingDivision(amountSats * share, BASIS_POINTS_WHOLE));
}

/** Whether every order that its spread lets pay such a way may: no share of the sats keeps a larger one from it. */
export function isPayable({ fixedSats, share }: WayFee, limitShare: BasisPoints): boolean {
  // Where the limit begins to be a share, one satoshi less is left, because what the way takes is rounded up.
  return share * smallFeeSats <= limitShare * (smallFeeSats - 1n - fixedSats);
}

/** The XOF from which on an order may spend a small fee, or one on chain; null where no amount does, because its spread is less than the share. */
export function leastXofFor(
  { fixedSats, share }: WayFee,
  rate: { readonly rateXofPerBtc: XofPerBtc; readonly midXofPerBtc: XofPerBtc },
): Xof | null {
  const { rateXofPerBtc, midXofPerBtc } = rate;
  const gap = rateXofPerBtc - midXofPerBtc;
  // What each XOF leaves behind the share: the spread between the rates, less the share of the sats that it makes.
  const left = (gap < 0n ? -gap : gap) * BASIS_POINTS_WHOLE - share * midXofPerBtc;
  if (left <= 0n) return null;
  // One satoshi more, because both sides of the spread are whole, and one because the share is.
  const feeSats = fixedSats + (share === 0n ? 1n : 2n);
  const product = feeSats * rateXofPerBtc * midXofPerBtc * BASIS_POINTS_WHOLE;
  return xof(ceilingDivision(product, SATS_PER_BTC * left));
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
