import type { QuoteFeeView, TransactionType } from "@sanu/contracts";
import {
  type BasisPoints,
  type Sats,
  satsBoughtFor,
  satsSoldFor,
  type Xof,
  type XofPerBtc,
  xof,
  xofToBuy,
  xofWorthOf,
} from "@sanu/kernel";

/** What is requested: an amount of either side. */
export type RequestedAmount =
  | { readonly currency: "XOF"; readonly amountXof: Xof }
  | { readonly currency: "SATS"; readonly amountSats: Sats };

export interface QuotedAmounts {
  readonly amountXof: Xof;
  readonly amountSats: Sats;
}

/**
 * Both amounts at a rate. The XOF are whole and the sats follow from them alone, as in every transaction: sats that are requested
 * in a purchase are the least that is bought, those of a sale the most that is sold.
 */
export function quotedAmounts(
  transactionType: TransactionType,
  requested: RequestedAmount,
  rate: XofPerBtc,
): QuotedAmounts {
  const isBuy = transactionType === "BUY_BITCOIN";
  const amountXof =
    requested.currency === "XOF" ? requested.amountXof : xofOf(isBuy, requested, rate);
  return {
    amountXof,
    amountSats: isBuy ? satsBoughtFor(amountXof, rate) : satsSoldFor(amountXof, rate),
  };
}

function xofOf(
  isBuy: boolean,
  { amountSats }: { readonly amountSats: Sats },
  rate: XofPerBtc,
): Xof {
  return isBuy ? xofToBuy(amountSats, rate) : xofWorthOf(amountSats, rate);
}

const BASIS_POINTS_WHOLE = 10_000n;

/**
 * What the rate costs against the middle of the market, in whole XOF: the network fee that is to be expected, as far
 * as the rate covers it, and the exchange's spread, which is the rest. Both are inside the rate.
 */
export function quotedFees(
  transactionType: TransactionType,
  quoted: QuotedAmounts & { readonly midXofPerBtc: XofPerBtc },
  networkFee: BasisPoints,
): readonly QuoteFeeView[] {
  const worthXof = xofWorthOf(quoted.amountSats, quoted.midXofPerBtc);
  const isBuy = transactionType === "BUY_BITCOIN";
  const allXof = xof(isBuy ? quoted.amountXof - worthXof : worthXof - quoted.amountXof);
  const expectedXof =
    (quoted.amountXof * networkFee + BASIS_POINTS_WHOLE - 1n) / BASIS_POINTS_WHOLE;
  const networkXof = expectedXof < allXof ? expectedXof : allXof;
  return [feeView("spread", allXof - networkXof), feeView("network", networkXof)];
}

function feeView(kind: QuoteFeeView["kind"], amountXof: bigint): QuoteFeeView {
  return { kind, amount: Number(amountXof), currency_code: "XOF", included: true };
}
