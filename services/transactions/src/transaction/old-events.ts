// What was stored before there were sales and refunds, and what it means today.
import {
  FirstPaymentFailureReason,
  FirstReviewReason,
  InstantText,
  idOf,
  ReceiverKind,
  type RefundReason,
  SatsText,
  TransactionType,
  XofPerBtcText,
  XofText,
} from "@sanu/contracts";
import type { AccountId, PaymentId, PayoutId, RefundId, TransactionId, Xof } from "@sanu/kernel";
import { z } from "zod";

const v = z.literal(1);
const now = 2 as const;
const transactionId = idOf<TransactionId>();
const accountId = idOf<AccountId>();

/** It was a purchase. */
export const TransactionCreatedV1 = z
  .object({
    type: z.literal("TransactionCreated"),
    v,
    transactionId,
    reference: z.string(),
    accountId,
    transactionType: TransactionType,
    amountXof: XofText,
    amountSats: SatsText,
    rateXofPerBtc: XofPerBtcText,
    paymentId: idOf<PaymentId>(),
    paymentReference: z.string(),
    channel: z.string(),
    payerHmac: z.string(),
    receiverKind: ReceiverKind,
    receiverHmac: z.string(),
    limitMonth: z.string(),
    expiresAt: InstantText,
    createdAt: InstantText,
  })
  .transform(({ payerHmac, ...order }) => ({
    ...order,
    v: now,
    numberHmac: payerHmac,
    payoutChannel: null,
    quoteId: null,
  }));

export const TransactionPaidV1 = z
  .object({
    type: z.literal("TransactionPaid"),
    v,
    transactionId,
    transactionType: TransactionType,
    paymentId: idOf<PaymentId>(),
    payoutId: idOf<PayoutId>(),
    payoutReference: z.string(),
    amountXof: XofText,
    amountSats: SatsText,
    receiverKind: ReceiverKind,
    receiverHmac: z.string(),
    paidAt: InstantText,
  })
  .transform((paid) => ({
    ...paid,
    v: now,
    payoutChannel: null,
    numberHmac: null,
    receiptId: null,
  }));

/** Held money waited for a person; the review behind it says so. */
export const TransactionPaymentHeldV1 = z
  .object({
    type: z.literal("TransactionPaymentHeld"),
    v,
    transactionId,
    receivedXof: XofText,
    heldAt: InstantText,
  })
  .transform(({ receivedXof, ...held }) => ({
    ...held,
    v: now,
    received: { currency: "XOF" as const, amountXof: receivedXof },
    receiptId: null,
  }));

/** What the payout cost stood only in the log of payouts. */
export const TransactionCompletedV1 = z
  .object({
    type: z.literal("TransactionCompleted"),
    v,
    transactionId,
    accountId,
    transactionType: TransactionType,
    amountXof: XofText,
    amountSats: SatsText,
    payoutId: idOf<PayoutId>(),
    completedDay: z.string(),
    completedAt: InstantText,
  })
  .transform((completed) => ({ ...completed, v: now, fee: null }));

/** What a return cost stood only in the log of payouts. */
export const TransactionRefundSettledV1 = z
  .object({
    type: z.literal("TransactionRefundSettled"),
    v,
    transactionId,
    refundKey: z.string(),
    refundId: idOf<RefundId>().nullable(),
    settledAt: InstantText,
  })
  .transform((settled) => ({ ...settled, v: now, fee: null }));

export const TransactionFailedV1 = z
  .object({
    type: z.literal("TransactionFailed"),
    v,
    transactionId,
    accountId,
    transactionType: TransactionType,
    amountXof: XofText,
    reason: FirstPaymentFailureReason,
    failedAt: InstantText,
  })
  .transform((failed) => ({ ...failed, v: now }));

/** Late, double and other money waited for a person; it is owed, and she can order its refund. */
export const TransactionReviewRequestedV1 = z
  .object({
    type: z.literal("TransactionReviewRequested"),
    v,
    transactionId,
    reason: FirstReviewReason,
    receivedXof: XofText.nullable(),
    causeId: z.string(),
    requestedAt: InstantText,
  })
  .transform(({ receivedXof, ...review }) => {
    const refund = owedBy(review.reason, receivedXof);
    const refundKey = refund === null ? null : review.causeId;
    return {
      ...review,
      v: now,
      about: refundKey === null ? null : ("refund" as const),
      refundKey,
      refund,
    };
  });

function owedBy(reason: z.infer<typeof FirstReviewReason>, receivedXof: Xof | null) {
  // That a payout failed and that facts contradict each other brought no money.
  if (reason === "payout-failed" || reason === "contradicting-facts" || receivedXof === null) {
    return null;
  }
  const money = { currency: "XOF" as const, amountXof: receivedXof };
  return { money, receiptId: null, reason: reason satisfies RefundReason };
}
