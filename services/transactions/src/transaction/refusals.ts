const ofAmount = ["amount-below-minimum", "amount-above-maximum"] as const;
const ofInvoice = ["receiver-amount-mismatch", "receiver-expires-too-soon"] as const;

const createRefusals = [...ofAmount, "rate-unavailable", ...ofInvoice] as const;
const refundInvoiceRefusals = ["return-not-needed", ...ofInvoice] as const;
const reviewRefusals = [
  "not-in-review",
  "money-is-owed",
  "nothing-to-refund",
  "outcome-unknown",
] as const;

/** Why an order is refused; each is a problem code of the public API. */
export type CreateRefusal = (typeof createRefusals)[number];
export type RefundInvoiceRefusal = (typeof refundInvoiceRefusals)[number];
export type ReviewRefusal = (typeof reviewRefusals)[number];

export const isCreateRefusal = isOneOf(createRefusals);
export const isRefundInvoiceRefusal = isOneOf(refundInvoiceRefusals);
export const isReviewRefusal = isOneOf(reviewRefusals);

function isOneOf<Code extends string>(codes: readonly Code[]): (code: string) => code is Code {
  return (code): code is Code => codes.some((one) => one === code);
}

export type HoldRefusal = "nothing-held" | "nothing-denied";

/** A fact speaks of something this transaction does not know. */
export type UnknownRefusal =
  | "unknown-transaction"
  | "unknown-payment"
  | "unknown-payout"
  | "unknown-refund";

export type TransactionRefusal =
  | CreateRefusal
  | RefundInvoiceRefusal
  | ReviewRefusal
  | HoldRefusal
  | UnknownRefusal;
