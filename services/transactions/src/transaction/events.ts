import {
  byVerdict,
  eventsOf,
  InstantText,
  idOf,
  MoneyText,
  PayoutFailureReason,
  ReceiverKind,
  RefundDestination,
  RefundFailureReason,
  RefundReason,
  ReviewReason,
  ReviewResolution,
  SatsText,
  TransactionFailureReason,
  TransactionType,
  XofPerBtcText,
  XofText,
} from "@sanu/contracts";
import type {
  AccountId,
  CaseId,
  PaymentId,
  PayoutId,
  QuoteId,
  RefundId,
  TransactionId,
} from "@sanu/kernel";
import { z } from "zod";

const accountId = idOf<AccountId>();
const event = eventsOf({ transactionId: idOf<TransactionId>() });

/** A person ordered: everything that was agreed, without saying who pays or who receives. */
const TransactionCreated = event("TransactionCreated", {
  reference: z.string(),
  accountId,
  transactionType: TransactionType,
  amountXof: XofText,
  amountSats: SatsText,
  rateXofPerBtc: XofPerBtcText,
  /** The most that the way of its sats may cost; absent in orders of before that was agreed. */
  feeLimitSats: SatsText.optional(),
  paymentId: idOf<PaymentId>(),
  paymentReference: z.string(),
  channel: z.string(),
  payoutChannel: z.string().nullable(),
  numberHmac: z.string(),
  receiverKind: ReceiverKind.nullable(),
  receiverHmac: z.string().nullable(),
  quoteId: idOf<QuoteId>().nullable(),
  limitMonth: z.string(),
  expiresAt: InstantText,
  createdAt: InstantText,
});

/** It can be paid now; the provider's page or the invoice is kept apart because it can be erased. */
const TransactionPaymentLinked = event("TransactionPaymentLinked", { linkedAt: InstantText });

/** The person changed her mind before anything was paid. Only the rail's definite word ends the payment. */
const TransactionCancelRequested = event("TransactionCancelRequested", {
  paymentId: idOf<PaymentId>(),
  requestedAt: InstantText,
});

/** Exactly what was ordered is in: the one moment at which a payout comes to exist. */
const TransactionPaid = event("TransactionPaid", {
  transactionType: TransactionType,
  paymentId: idOf<PaymentId>(),
  payoutId: idOf<PayoutId>(),
  payoutReference: z.string(),
  amountXof: XofText,
  amountSats: SatsText,
  feeLimitSats: SatsText.optional(),
  payoutChannel: z.string().nullable(),
  numberHmac: z.string(),
  receiverKind: ReceiverKind.nullable(),
  receiverHmac: z.string().nullable(),
  receiptId: z.string(),
  paidAt: InstantText,
});

/** The account is suspended behind its payment: the payout shall not be sent if nobody was asked to yet. */
const TransactionHoldRequested = event("TransactionHoldRequested", {
  payoutId: idOf<PayoutId>(),
  requestedAt: InstantText,
});

/** Exactly what was ordered is in, and goes nowhere until two of the staff decide: its account is suspended. */
const TransactionPayoutHeld = event("TransactionPayoutHeld", {
  receiptId: z.string(),
  /** The payout that was withheld; null where there was none yet. */
  payoutId: idOf<PayoutId>().nullable(),
  heldAt: InstantText,
});

/** Money is in, but not what was ordered: all of it goes back, and nothing is paid out. */
const TransactionPaymentHeld = event("TransactionPaymentHeld", {
  received: MoneyText,
  receiptId: z.string(),
  heldAt: InstantText,
});

/** The payment failed while money that came otherwise is still on its way back: the transaction fails after it. */
const TransactionPaymentFailed = event("TransactionPaymentFailed", {
  reason: TransactionFailureReason,
  failedAt: InstantText,
});

/** The money could not go out, for good: it is refunded. */
const TransactionPayoutFailed = event("TransactionPayoutFailed", {
  payoutId: idOf<PayoutId>(),
  reason: PayoutFailureReason,
  /** Why it counts against no customer; absent where it does. */
  uncounted: z.enum(["our-side", "verdict"]).optional(),
  failedAt: InstantText,
});

/** Money goes back. A second try for the same receipt has another `refundId`. */
const TransactionRefundRequested = event("TransactionRefundRequested", {
  refundId: idOf<RefundId>(),
  paymentId: idOf<PaymentId>(),
  money: MoneyText,
  reason: RefundReason,
  receiptId: z.string(),
  destination: RefundDestination,
  /** Of sats: what is sent, and what its way may cost at most; the rest of the money pays for it. */
  sendSats: SatsText.optional(),
  feeLimitSats: SatsText.optional(),
  requestedAt: InstantText,
});

/** The money is back, by the rail's proof or by the word of the staff. */
const TransactionRefundSettled = event("TransactionRefundSettled", {
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

/** The provider took back a receipt that had been counted. Nothing is done by itself: a person decides. */
const TransactionPaymentReversed = event("TransactionPaymentReversed", {
  receiptId: z.string(),
  ...reversal,
});

/** What had been paid out is with us again, and the customer without it. */
const TransactionPayoutReversed = event("TransactionPayoutReversed", {
  payoutId: idOf<PayoutId>(),
  ...reversal,
});

/** What had gone back is with us again: it is owed as before. */
const TransactionRefundReversed = event("TransactionRefundReversed", {
  receiptId: z.string(),
  refundId: idOf<RefundId>(),
  ...reversal,
});

/** Two of the staff say what became of money that a provider moved back, or of a refund kept a part of. */
const TransactionDebtSettled = event("TransactionDebtSettled", {
  of: z.enum(["payment", "payout", "refund"]),
  /** Of a payment and a refund. */
  receiptId: z.string().nullable(),
  by: z.enum(["paid-by-hand", "recovered", "written-off"]),
  caseId: idOf<CaseId>(),
  settledAt: InstantText,
});

/** The rail said definitely that this refund moved nothing. */
const TransactionRefundFailed = event("TransactionRefundFailed", {
  receiptId: z.string(),
  refundId: idOf<RefundId>(),
  reason: z.enum([...RefundFailureReason.options, ...PayoutFailureReason.options]),
  /** Why it counts against no customer; absent where it does. */
  uncounted: z.enum(["our-side", "verdict"]).optional(),
  failedAt: InstantText,
});

const TransactionCompleted = event("TransactionCompleted", {
  accountId,
  transactionType: TransactionType,
  amountXof: XofText,
  amountSats: SatsText,
  payoutId: idOf<PayoutId>(),
  /** What the payout's rail took from us. */
  fee: MoneyText,
  /** The day of the business calendar, `2026-11-21`: streaks and months do not move with a setting. */
  completedDay: z.string(),
  completedAt: InstantText,
});

/** Nothing is owed: nothing was paid, or everything is back. */
const TransactionFailed = event("TransactionFailed", {
  accountId,
  transactionType: TransactionType,
  amountXof: XofText,
  reason: TransactionFailureReason,
  failedAt: InstantText,
});

/** A person has to look. `causeId` names the fact or command that asked for it. */
const TransactionReviewRequested = event("TransactionReviewRequested", {
  reason: ReviewReason,
  about: z.enum(["payment", "payout", "refund"]).nullable(),
  /** The receipt that this is about; null where it is about none. */
  receiptId: z.string().nullable(),
  /** Which refund of that receipt; absent where none is meant, or the question is of before that was said. */
  refundId: idOf<RefundId>().optional(),
  /** Present where this is the first word of money that must go back and has nowhere to go. */
  refund: z.object({ money: MoneyText, reason: RefundReason }).nullable(),
  causeId: z.string(),
  requestedAt: InstantText,
});

/** Nobody has to look any more: every open question is answered. */
const TransactionReviewResolved = event("TransactionReviewResolved", {
  /** Who of the staff; null where later facts answered. */
  resolvedBy: accountId.nullable(),
  resolution: ReviewResolution,
  resolvedAt: InstantText,
});

export const TransactionEvent = z.discriminatedUnion("type", [
  TransactionCreated,
  TransactionPaymentLinked,
  TransactionCancelRequested,
  TransactionPaid,
  TransactionHoldRequested,
  TransactionPayoutHeld,
  TransactionPaymentHeld,
  TransactionPaymentFailed,
  TransactionPayoutFailed,
  TransactionRefundRequested,
  TransactionRefundSettled,
  TransactionRefundFailed,
  TransactionPaymentReversed,
  TransactionPayoutReversed,
  TransactionRefundReversed,
  TransactionDebtSettled,
  TransactionCompleted,
  TransactionFailed,
  TransactionReviewRequested,
  TransactionReviewResolved,
]);
export type TransactionEvent = z.infer<typeof TransactionEvent>;

export type EventOf<Type extends TransactionEvent["type"]> = Extract<
  TransactionEvent,
  { readonly type: Type }
>;
