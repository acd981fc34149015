import { eventsOf, InstantText, idOf, RefundFailureReason, XofText } from "@sanu/contracts";
import type { PaymentId, RefundId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ refundId: idOf<RefundId>(), transactionId: idOf<TransactionId>() });

const RefundRequested = event("RefundRequested", {
  paymentId: idOf<PaymentId>(),
  receiptReference: z.string(),
  amountXof: XofText,
  requestedAt: InstantText,
});

/** The provider said "no" to one attempt for a reason that may pass; the next attempt begins. */
const RefundAttemptRejected = event("RefundAttemptRejected", {
  attemptNumber: z.int().positive(),
  reason: RefundFailureReason,
  rejectedAt: InstantText,
});

/** `amountXof` is what the payer got, whatever was ordered. */
const RefundSettled = event("RefundSettled", { amountXof: XofText, settledAt: InstantText });

const RefundFailed = event("RefundFailed", { reason: RefundFailureReason, failedAt: InstantText });

/** The provider changed its word: what had gone back is with us again. */
const RefundReversed = event("RefundReversed", { amountXof: XofText, reversedAt: InstantText });

const RefundOutcomeUnknown = event("RefundOutcomeUnknown", { since: InstantText });

export const RefundEvent = z.discriminatedUnion("type", [
  RefundRequested,
  RefundAttemptRejected,
  RefundSettled,
  RefundFailed,
  RefundReversed,
  RefundOutcomeUnknown,
]);
export type RefundEvent = z.infer<typeof RefundEvent>;
