import { InstantText, idOf, RefundFailureReason, XofText } from "@sanu/contracts";
import type { PaymentId, RefundId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const ofRefund = {
  v: z.literal(1),
  refundId: idOf<RefundId>(),
  transactionId: idOf<TransactionId>(),
};

const RefundRequested = z.object({
  type: z.literal("RefundRequested"),
  ...ofRefund,
  paymentId: idOf<PaymentId>(),
  receiptReference: z.string(),
  amountXof: XofText,
  requestedAt: InstantText,
});

/** The provider said "no" to one attempt for a reason that may pass; the next attempt begins. */
const RefundAttemptRejected = z.object({
  type: z.literal("RefundAttemptRejected"),
  ...ofRefund,
  attemptNumber: z.int().positive(),
  reason: RefundFailureReason,
  rejectedAt: InstantText,
});

const RefundSettled = z.object({
  type: z.literal("RefundSettled"),
  ...ofRefund,
  amountXof: XofText,
  settledAt: InstantText,
});

const RefundFailed = z.object({
  type: z.literal("RefundFailed"),
  ...ofRefund,
  reason: RefundFailureReason,
  failedAt: InstantText,
});

const RefundOutcomeUnknown = z.object({
  type: z.literal("RefundOutcomeUnknown"),
  ...ofRefund,
  since: InstantText,
});

export const RefundEvent = z.discriminatedUnion("type", [
  RefundRequested,
  RefundAttemptRejected,
  RefundSettled,
  RefundFailed,
  RefundOutcomeUnknown,
]);
export type RefundEvent = z.infer<typeof RefundEvent>;
