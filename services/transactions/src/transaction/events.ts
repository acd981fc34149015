import {
  eventsOf,
  InstantText,
  idOf,
  MoneyText,
  PayoutFailureReason,
  ReceiverKind,
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
  PaymentId,
  PayoutId,
  QuoteId,
  RefundId,
  TransactionId,
} from "@sanu/kernel";
import { z } from "zod";
import {
  TransactionDebtSettled,
  TransactionPaymentReversed,
  TransactionPayoutReversed,
  TransactionReceiptDecided,
  TransactionRefundFailed,
  TransactionRefundRequested,
  TransactionRefundReversed,
  TransactionRefundSettled,
} from "./refund-events.ts";

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
  /** The middle that the rate was made of. */
  midXofPerBtc: XofPerBtcText,
  /** The most that the way of its sats may cost. */
  feeLimitSats: SatsText,
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
  feeLimitSats: SatsText,
  payoutChannel: z.string().nullable(),
  numberHmac: z.string(),
  receiverKind: ReceiverKind.nullable(),
  receiverHmac: z.string().nullable(),
  receiptId: z.string(),
  /** Which were to send the same money before, and were held; absent where none was. */
  earlierPayoutIds: z.array(idOf<PayoutId>()).optional(),
  paidAt: InstantText,
});

/** The account is suspended behind its payment: the payout shall not be sent if nobody was asked to yet. */
const TransactionHoldRequested = event("TransactionHoldRequested", {
  payoutId: idOf<PayoutId>(),
  requestedAt: InstantText,
});

export const HoldCause = z.enum(["account-suspended", "number-limit", "payment-denied"]);
export type HoldCause = z.infer<typeof HoldCause>;

/** Exactly what was ordered is in, and goes nowhere until two of the staff decide. */
const TransactionPayoutHeld = event("TransactionPayoutHeld", {
  receiptId: z.string(),
  /** The payout that was withheld; null where there was none yet. */
  payoutId: idOf<PayoutId>().nullable(),
  /** Absent where a payout was withheld for a suspended account. */
  cause: HoldCause.optional(),
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
  /** Which refund of that receipt; absent where none is meant. */
  refundId: idOf<RefundId>().optional(),
  /** How much of it its provider says arrived; absent where that is all of it, or nobody says. */
  arrived: MoneyText.optional(),
  /** Present where its provider says that the receipt never came, or as another amount: how much it had brought. */
  denied: MoneyText.optional(),
  /** That other amount; absent where nothing came by its provider's word. */
  shown: MoneyText.optional(),
  /** Present where this is the first word of money that must go back and has nowhere to go. */
  refund: z.object({ money: MoneyText, reason: RefundReason }).nullable(),
  causeId: z.string(),
  /** Whose it is, where she is asked for an invoice. */
  accountId: accountId.optional(),
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
  TransactionReceiptDecided,
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
