/** Why an order is refused; each is a problem code of the public API. */
export type CreateRefusal =
  | "provider-unavailable"
  | "amount-below-minimum"
  | "amount-above-maximum"
  | "rate-unavailable"
  | "receiver-amount-mismatch"
  | "receiver-expires-too-soon";

/** A fact speaks of something this transaction does not know. */
export type UnknownRefusal = "unknown-transaction" | "unknown-payment" | "unknown-payout";

export type TransactionRefusal = CreateRefusal | UnknownRefusal;
