import { z } from "zod";

export const TransactionType = z.enum(["BUY_BITCOIN", "SELL_BITCOIN"]);
export type TransactionType = z.infer<typeof TransactionType>;

/** The public status of a transaction; also the values of both progress legs. */
export const TransactionStatus = z.enum(["PENDING", "PROCESSING", "COMPLETED", "FAILED"]);
export type TransactionStatus = z.infer<typeof TransactionStatus>;

/** What kind of place the bitcoin goes to; never the place itself. */
export const ReceiverKind = z.enum(["lightning-address", "bolt11", "lnurl", "onchain"]);
export type ReceiverKind = z.infer<typeof ReceiverKind>;

/** Why money in ended without money. */
export const PaymentFailureReason = z.enum([
  "declined",
  "insufficient-funds",
  "expired",
  "cancelled",
  "refused-by-provider",
]);
export type PaymentFailureReason = z.infer<typeof PaymentFailureReason>;

/** Money that came in otherwise than asked for. */
export const PaymentDiscrepancy = z.enum(["late", "duplicate", "amount-mismatch"]);
export type PaymentDiscrepancy = z.infer<typeof PaymentDiscrepancy>;

/** Why money out failed for good. */
export const PayoutFailureReason = z.enum([
  "no-route",
  "refused-by-receiver",
  "destination-changed",
  "destination-unusable",
]);
export type PayoutFailureReason = z.infer<typeof PayoutFailureReason>;

/** Why a person has to look at a transaction. */
export const ReviewReason = z.enum([
  "payout-failed",
  "payment-late",
  "payment-duplicate",
  "payment-amount-mismatch",
  /** Two services said what cannot both be true, for example that a completed payment failed. */
  "contradicting-facts",
]);
export type ReviewReason = z.infer<typeof ReviewReason>;
