import {
  byVerdict,
  eventsOf,
  InstantText,
  idOf,
  MoneyText,
  PayoutFailureReason,
  RefundDestination,
  RefundFailureReason,
  RefundReason,
  SatsText,
  VerdictSaid,
} from "@sanu/contracts";
import type { AccountId, CaseId, PaymentId, PayoutId, RefundId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ transactionId: idOf<TransactionId>() });

/** Money goes back. A second try for the same receipt has another `refundId`. */
export const TransactionRefundRequested = event("TransactionRefundRequested", {
  refundId: idOf<RefundId>(),
  paymentId: idOf<PaymentId>(),
  money: MoneyText,
  reason: RefundReason,
  receiptId: z.string(),
  destination: RefundDestination,
  /** Of sats: what is sent, and what its way may cost at most; the rest of the money pays for it. */
  sendSats: SatsText.optional(),
  feeLimitSats: SatsText.optional(),
  /** Every order of before to refund the same money; absent where there was none. */
  earlierRefundIds: z.array(idOf<RefundId>()).optional(),
  /** Where it goes to an invoice: her session gave it, and she is told. */
  accountId: idOf<AccountId>().optional(),
  requestedAt: InstantText,
});

/** The money is back, by the rail's proof or by the word of the staff. */
export const TransactionRefundSettled = event("TransactionRefundSettled", {
  receiptId: z.string(),
  /** Null where somebody of the staff refunded the money outside. */
  refundId: idOf<RefundId>().nullable(),
  /** What the rail took from us for it; null where it was not told. */
  fee: MoneyText.nullable(),
  /** What arrived, present where that is another amount than went back. */
  arrived: MoneyText.optional(),
  /** The case in which two of the staff said so. */
  ...byVerdict,
  settledAt: InstantText,
});

/** What is told of money that the provider moved back. */
const reversal = { money: MoneyText, reversedAt: InstantText };

/**
 * The provider took back a receipt that had been counted, or by a verdict it never came, or as less. Nothing is done by itself: a person
 * decides.
 */
export const TransactionPaymentReversed = event("TransactionPaymentReversed", {
  ...byVerdict,
  receiptId: z.string(),
  ...reversal,
  /** Present where the rest of it came: its provider can still take that back. */
  isPart: z.literal(true).optional(),
});

/** What had been paid out is with us again, and the customer without it. */
export const TransactionPayoutReversed = event("TransactionPayoutReversed", {
  payoutId: idOf<PayoutId>(),
  ...reversal,
});

/** What had gone back is with us again: it is owed as before. */
export const TransactionRefundReversed = event("TransactionRefundReversed", {
  receiptId: z.string(),
  refundId: idOf<RefundId>(),
  ...reversal,
});

/** Two of the staff say what became of money that a provider moved back, or of a refund kept a part of. */
export const TransactionDebtSettled = event("TransactionDebtSettled", {
  of: z.enum(["payment", "payout", "refund"]),
  /** Of a payment and a refund. */
  receiptId: z.string().nullable(),
  by: z.enum(["paid-by-hand", "recovered", "written-off"]),
  caseId: idOf<CaseId>(),
  settledAt: InstantText,
});

/** Two of the staff say whether a receipt came that had been counted, and whose provider says that it never did, or came as another amount. */
export const TransactionReceiptDecided = event("TransactionReceiptDecided", {
  paymentId: idOf<PaymentId>(),
  receiptId: z.string(),
  money: MoneyText,
  verdict: VerdictSaid,
  /** How much came, present where that is not what was counted. What of it is still with us is owed as that. */
  came: MoneyText.optional(),
  caseId: idOf<CaseId>(),
  decidedAt: InstantText,
});

/** The rail said definitely that this refund moved nothing. */
export const TransactionRefundFailed = event("TransactionRefundFailed", {
  receiptId: z.string(),
  refundId: idOf<RefundId>(),
  reason: z.enum([...RefundFailureReason.options, ...PayoutFailureReason.options]),
  /** Why it counts against no customer; absent where it does. */
  uncounted: z.enum(["our-side", "verdict"]).optional(),
  failedAt: InstantText,
});
