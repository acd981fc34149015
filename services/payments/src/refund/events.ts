import {
  attemptRejectedFor,
  byVerdict,
  contradictedOutcome,
  contradictedVerdict,
  eventsOf,
  failedFor,
  InstantText,
  idOf,
  RefundFailureReason,
  XofText,
} from "@sanu/contracts";
import type { PaymentId, RefundId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ refundId: idOf<RefundId>(), transactionId: idOf<TransactionId>() });

const RefundRequested = event("RefundRequested", {
  paymentId: idOf<PaymentId>(),
  receiptReference: z.string(),
  collectionAttempt: z.int().positive().optional(),
  amountXof: XofText,
  /** Under which the same receipt was to go back before, and did not. */
  earlierRefundIds: z.array(idOf<RefundId>()).readonly().optional(),
  requestedAt: InstantText,
});

/** The provider said "no" to one attempt for a reason that may pass; the next attempt begins. */
const RefundAttemptRejected = event(
  "RefundAttemptRejected",
  attemptRejectedFor(RefundFailureReason),
);

/** `amountXof` is what the payer got, whatever was ordered. */
const RefundSettled = event("RefundSettled", {
  ...byVerdict,
  /** Which attempt arrived; absent where it was the last one. */
  attemptNumber: z.int().positive().optional(),
  amountXof: XofText,
  /** The staff's word for it, where they said the end. */
  providerReference: z.string().optional(),
  settledAt: InstantText,
});

const RefundFailed = event("RefundFailed", failedFor(RefundFailureReason));

/** What the provider says definitely is not what two of the staff said. Nothing moves by that. */
const VerdictContradicted = event("VerdictContradicted", {
  ...contradictedVerdict,
  /** Of which attempt; absent where the staff spoke behind the provider, and in events of before. */
  attemptNumber: z.int().positive().optional(),
  /** What the payer got; absent where nothing arrived, and in events of before. */
  amountXof: XofText.optional(),
});

/** The provider says definitely otherwise of an attempt than it said before. Nothing moves by that. */
const OutcomeContradicted = event("OutcomeContradicted", {
  ...contradictedOutcome,
  /** What the payer got; null where nothing arrived. */
  amountXof: XofText.nullable(),
});

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
  VerdictContradicted,
  OutcomeContradicted,
]);
export type RefundEvent = z.infer<typeof RefundEvent>;
