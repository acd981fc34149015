import type { TransactionType } from "@sanu/contracts";
import type { QuoteId, TransactionId, Xof, XofPerBtc } from "@sanu/kernel";

/** A quote as it is known when an order names it. */
export interface FoundQuote {
  readonly quoteId: QuoteId;
  readonly transactionType: TransactionType;
  readonly amountXof: Xof;
  readonly rateXofPerBtc: XofPerBtc;
  readonly midXofPerBtc: XofPerBtc;
  readonly isExpired: boolean;
  /** Null while no transaction used it. */
  readonly usedBy: TransactionId | null;
}

export type QuoteRefusal = "not-found" | "quote-already-used" | "quote-expired" | "quote-mismatch";

/**
 * Why an order cannot have the quote that it names; `undefined` where it can. Somebody else's quote is not found. The
 * order that used it already is the same order once more.
 */
export function quoteRefusal(
  quote: FoundQuote | undefined,
  order: {
    readonly transactionId: TransactionId;
    readonly transactionType: TransactionType;
    readonly amountXof: Xof;
  },
): QuoteRefusal | undefined {
  if (quote === undefined) return "not-found";
  if (quote.usedBy === order.transactionId) return undefined;
  if (quote.usedBy !== null) return "quote-already-used";
  if (quote.isExpired) return "quote-expired";
  const { transactionType, amountXof } = order;
  const isSame = quote.transactionType === transactionType && quote.amountXof === amountXof;
  return isSame ? undefined : "quote-mismatch";
}
