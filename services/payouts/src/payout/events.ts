import { InstantText, idOf, MoneyText, PayoutFailureReason } from "@sanu/contracts";
import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { Transfer, TransferKind } from "./transfer.ts";

const ofPayout = {
  payoutId: idOf<PayoutId>(),
  transactionId: idOf<TransactionId>(),
};

/** What ended says itself which kind of transfer it was, so that its public form needs no history. */
const ofEnded = { ...ofPayout, kind: TransferKind };

const PayoutRequested = z.object({
  type: z.literal("PayoutRequested"),
  v: z.literal(1),
  ...ofPayout,
  reference: z.string(),
  transfer: Transfer,
  requestedAt: InstantText,
});

/** The rail said "no" to one attempt for a reason that may pass; the next attempt begins. */
const PayoutAttemptRejected = z.object({
  type: z.literal("PayoutAttemptRejected"),
  v: z.literal(1),
  ...ofPayout,
  attemptNumber: z.int().positive(),
  reason: PayoutFailureReason,
  rejectedAt: InstantText,
});

const PayoutOutcomeUnknown = z.object({
  type: z.literal("PayoutOutcomeUnknown"),
  v: z.literal(1),
  ...ofEnded,
  since: InstantText,
});

const PayoutSettled = z.object({
  type: z.literal("PayoutSettled"),
  v: z.literal(1),
  ...ofEnded,
  sent: MoneyText,
  fee: MoneyText,
  settledAt: InstantText,
});

const PayoutFailed = z.object({
  type: z.literal("PayoutFailed"),
  v: z.literal(1),
  ...ofEnded,
  reason: PayoutFailureReason,
  failedAt: InstantText,
});

/** Everything that can have happened to a payout, in every version that was ever stored. */
export const PayoutEvent = z.discriminatedUnion("type", [
  PayoutRequested,
  PayoutAttemptRejected,
  PayoutOutcomeUnknown,
  PayoutSettled,
  PayoutFailed,
]);
export type PayoutEvent = z.output<typeof PayoutEvent>;
