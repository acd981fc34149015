import {
  attemptRejectedFor,
  byVerdict,
  ConnectorChoice,
  contradictedOutcome,
  contradictedVerdict,
  eventsOf,
  failedFor,
  InstantText,
  idOf,
  MoneyText,
  PayoutFailureReason,
} from "@sanu/contracts";
import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { Transfer, TransferKind } from "./transfer.ts";

const event = eventsOf({ payoutId: idOf<PayoutId>(), transactionId: idOf<TransactionId>() });

/** What ended says itself which kind of transfer it was, so that its public form needs no history. */
const ofEnded = { kind: TransferKind };

const PayoutRequested = event("PayoutRequested", {
  reference: z.string(),
  transfer: Transfer,
  /** Which were to send the same money before, and failed. */
  earlierPayoutIds: z.array(idOf<PayoutId>()).readonly().optional(),
  requestedAt: InstantText,
  /** Which provider of mobile money was to be asked; absent where there was no choice. */
  choice: ConnectorChoice.optional(),
});

/** The rail said "no" to one attempt for a reason that may pass; the next attempt begins. */
const PayoutAttemptRejected = event("PayoutAttemptRejected", {
  ...attemptRejectedFor(PayoutFailureReason),
  /** Whom the next attempt asks; absent where it is the same one again. */
  next: ConnectorChoice.optional(),
});

const PayoutOutcomeUnknown = event("PayoutOutcomeUnknown", { ...ofEnded, since: InstantText });

const PayoutSettled = event("PayoutSettled", {
  ...ofEnded,
  ...byVerdict,
  /** The staff's word for it, where they said the end. */
  providerReference: z.string().optional(),
  /** Which attempt arrived; absent where it was the last one. */
  attemptNumber: z.int().positive().optional(),
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

const PayoutFailed = event("PayoutFailed", { ...ofEnded, ...failedFor(PayoutFailureReason) });

/** Its account is suspended, or its money taken back, while somebody may be asked to send it: nobody is asked anew. */
const PayoutHoldRequested = event("PayoutHoldRequested", { requestedAt: InstantText });

/** Nothing of it is on its way, and nobody will be asked to send it: its account is suspended, or its money taken back. */
const PayoutWithheld = event("PayoutWithheld", { ...ofEnded, withheldAt: InstantText });

/** What the rail says definitely is not what two of the staff said. Nothing moves by that. */
const VerdictContradicted = event("VerdictContradicted", {
  ...ofEnded,
  ...contradictedVerdict,
  /** Of which attempt; absent where the staff spoke behind the rail, and in events of before. */
  attemptNumber: z.int().positive().optional(),
});

/** The rail says definitely otherwise of an attempt than it said before. Nothing moves by that. */
const OutcomeContradicted = event("OutcomeContradicted", {
  ...ofEnded,
  ...contradictedOutcome,
  /** What the rail took for what arrived; null where nothing did. */
  fee: MoneyText.nullable(),
});

/** Everything that can have happened to a payout, in every version that was ever stored. */
export const PayoutEvent = z.discriminatedUnion("type", [
  PayoutRequested,
  PayoutAttemptRejected,
  PayoutOutcomeUnknown,
  PayoutSettled,
  PayoutReversed,
  PayoutFailed,
  PayoutHoldRequested,
  PayoutWithheld,
  VerdictContradicted,
  OutcomeContradicted,
]);
export type PayoutEvent = z.output<typeof PayoutEvent>;
