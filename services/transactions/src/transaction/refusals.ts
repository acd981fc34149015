const createRefusals = [
  "amount-below-minimum",
  "amount-above-maximum",
  "rate-unavailable",
  "receiver-amount-mismatch",
  "receiver-expires-too-soon",
] as const;

/** Why an order is refused; each is a problem code of the public API. */
export type CreateRefusal = (typeof createRefusals)[number];

export function isCreateRefusal(code: string): code is CreateRefusal {
  return createRefusals.some((one) => one === code);
}

const refundInvoiceRefusals = [
  "return-not-needed",
  "receiver-amount-mismatch",
  "receiver-expires-too-soon",
] as const;

export type RefundInvoiceRefusal = (typeof refundInvoiceRefusals)[number];

export function isRefundInvoiceRefusal(code: string): code is RefundInvoiceRefusal {
  return refundInvoiceRefusals.some((one) => one === code);
}

const reviewRefusals = [
  "not-in-review",
  "money-is-owed",
  "nothing-to-refund",
  "outcome-unknown",
] as const;

export type ReviewRefusal = (typeof reviewRefusals)[number];

export function isReviewRefusal(code: string): code is ReviewRefusal {
  return reviewRefusals.some((one) => one === code);
}

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
  | UnknownRefusal;
