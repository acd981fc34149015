import { InstantText, idOf, PayoutFailureReason, ReceiverKind, SatsText } from "@sanu/contracts";
import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const ofPayout = {
  v: z.literal(1),
  payoutId: idOf<PayoutId>(),
  transactionId: idOf<TransactionId>(),
};

const PayoutRequested = z.object({
  type: z.literal("PayoutRequested"),
  ...ofPayout,
  reference: z.string(),
  amountSats: SatsText,
  receiverKind: ReceiverKind,
  receiverHmac: z.string(),
  requestedAt: InstantText,
});

/** The rail said "no" to one attempt for a reason that may pass; the next attempt begins. */
const PayoutAttemptRejected = z.object({
  type: z.literal("PayoutAttemptRejected"),
  ...ofPayout,
  attemptNumber: z.int().positive(),
  reason: PayoutFailureReason,
  rejectedAt: InstantText,
});

const PayoutSettled = z.object({
  type: z.literal("PayoutSettled"),
  ...ofPayout,
  amountSats: SatsText,
  feeSats: SatsText,
  settledAt: InstantText,
});

const PayoutFailed = z.object({
  type: z.literal("PayoutFailed"),
  ...ofPayout,
  reason: PayoutFailureReason,
  failedAt: InstantText,
});

/** Everything that can have happened to a payout. */
export const PayoutEvent = z.discriminatedUnion("type", [
  PayoutRequested,
  PayoutAttemptRejected,
  PayoutSettled,
  PayoutFailed,
]);
export type PayoutEvent = z.infer<typeof PayoutEvent>;
