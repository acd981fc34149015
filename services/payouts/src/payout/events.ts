import { eventsOf, InstantText, idOf, MoneyText, PayoutFailureReason } from "@sanu/contracts";
import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { Transfer, TransferKind } from "./transfer.ts";

const event = eventsOf({ payoutId: idOf<PayoutId>(), transactionId: idOf<TransactionId>() });

/** What ended says itself which kind of transfer it was, so that its public form needs no history. */
const ofEnded = { kind: TransferKind };

const PayoutRequested = event("PayoutRequested", {
  reference: z.string(),
  transfer: Transfer,
  requestedAt: InstantText,
});

/** The rail said "no" to one attempt for a reason that may pass; the next attempt begins. */
const PayoutAttemptRejected = event("PayoutAttemptRejected", {
  attemptNumber: z.int().positive(),
  reason: PayoutFailureReason,
  rejectedAt: InstantText,
});

const PayoutOutcomeUnknown = event("PayoutOutcomeUnknown", { ...ofEnded, since: InstantText });

const PayoutSettled = event("PayoutSettled", {
  ...ofEnded,
  sent: MoneyText,
  fee: MoneyText,
  settledAt: InstantText,
});

/** The provider changed its word: what had arrived is with us again. */
const PayoutReversed = event("PayoutReversed", {
  ...ofEnded,
  money: MoneyText,
  providerReference: z.string().nullable(),
  reversedAt: InstantText,
});

const PayoutFailed = event("PayoutFailed", {
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
  PayoutReversed,
  PayoutFailed,
]);
export type PayoutEvent = z.output<typeof PayoutEvent>;
