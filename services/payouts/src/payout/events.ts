import {
  InstantText,
  idOf,
  MoneyText,
  PayoutFailureReason,
  ReceiverKind,
  SatsText,
} from "@sanu/contracts";
import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { Transfer, TransferKind } from "./transfer.ts";

const ofPayout = {
  payoutId: idOf<PayoutId>(),
  transactionId: idOf<TransactionId>(),
};

/** What ended says itself which kind of transfer it was, so that its public form needs no history. */
const ofEnded = { ...ofPayout, kind: TransferKind };

/** Before there were sales, everything that was requested was a send. */
const PayoutRequestedV1 = z
  .object({
    type: z.literal("PayoutRequested"),
    v: z.literal(1),
    ...ofPayout,
    reference: z.string(),
    amountSats: SatsText,
    receiverKind: ReceiverKind,
    receiverHmac: z.string(),
    requestedAt: InstantText,
  })
  .transform(({ amountSats, receiverKind, receiverHmac, ...rest }) => ({
    ...rest,
    v: 2 as const,
    transfer: { kind: "send" as const, amountSats, receiverKind, receiverHmac },
  }));

const PayoutRequested = z.object({
  type: z.literal("PayoutRequested"),
  v: z.literal(2),
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

/** Nobody could find out for a long time; it is asked about further. Told once of every payout. */
const PayoutOutcomeUnknown = z.object({
  type: z.literal("PayoutOutcomeUnknown"),
  v: z.literal(1),
  ...ofEnded,
  since: InstantText,
});

const PayoutSettledV1 = z
  .object({
    type: z.literal("PayoutSettled"),
    v: z.literal(1),
    ...ofPayout,
    amountSats: SatsText,
    feeSats: SatsText,
    settledAt: InstantText,
  })
  .transform(({ amountSats, feeSats, ...rest }) => ({
    ...rest,
    v: 2 as const,
    kind: "send" as const,
    sent: { currency: "SATS" as const, amountSats },
    fee: { currency: "SATS" as const, amountSats: feeSats },
  }));

const PayoutSettled = z.object({
  type: z.literal("PayoutSettled"),
  v: z.literal(2),
  ...ofEnded,
  sent: MoneyText,
  fee: MoneyText,
  settledAt: InstantText,
});

const failed = {
  type: z.literal("PayoutFailed"),
  ...ofPayout,
  reason: PayoutFailureReason,
  failedAt: InstantText,
};

const PayoutFailedV1 = z
  .object({ ...failed, v: z.literal(1) })
  .transform((rest) => ({ ...rest, v: 2 as const, kind: "send" as const }));

const PayoutFailed = z.object({ ...failed, v: z.literal(2), kind: TransferKind });

/** Everything that can have happened to a payout, in every version that was ever stored. */
export const PayoutEvent = z.discriminatedUnion("type", [
  z.discriminatedUnion("v", [PayoutRequested, PayoutRequestedV1]),
  PayoutAttemptRejected,
  PayoutOutcomeUnknown,
  z.discriminatedUnion("v", [PayoutSettled, PayoutSettledV1]),
  z.discriminatedUnion("v", [PayoutFailed, PayoutFailedV1]),
]);
export type PayoutEvent = z.output<typeof PayoutEvent>;
