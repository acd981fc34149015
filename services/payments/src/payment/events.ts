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
  ofCounted,
  PaymentDiscrepancy,
  PaymentFailureReason,
  XofText,
} from "@sanu/contracts";
import type { AccountId, CaseId, PaymentId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ paymentId: idOf<PaymentId>(), transactionId: idOf<TransactionId>() });

/** To which attempt the money came, and so to whose provider; absent where it was the first. */
const ofAttempt = { attemptNumber: z.int().positive().optional() };

const PaymentRequested = event("PaymentRequested", {
  accountId: idOf<AccountId>(),
  reference: z.string(),
  amountXof: XofText,
  channel: z.string(),
  payerHmac: z.string(),
  expiresAt: InstantText,
  requestedAt: InstantText,
  /** Who was to be asked; absent of orders from before there was a choice. */
  choice: ConnectorChoice.optional(),
});

/** A provider refused at once for a reason of its own, so that it never had the order: the next one is asked. */
const PaymentAttemptRejected = event("PaymentAttemptRejected", {
  ...attemptRejectedFor(PaymentFailureReason),
  next: ConnectorChoice,
});

const PaymentInitiated = event("PaymentInitiated", {
  channel: z.string(),
  initiatedAt: InstantText,
});

const PaymentCompleted = event("PaymentCompleted", {
  ...byVerdict,
  ...ofAttempt,
  amountXof: XofText,
  /** The provider's own name for this money; the same receipt is never counted twice. */
  receiptReference: z.string(),
  /** Its provider names the number that paid, which `payment_private` has. */
  isPayerNamed: z.literal(true).optional(),
  completedAt: InstantText,
});

const PaymentFailed = event("PaymentFailed", failedFor(PaymentFailureReason));

const PaymentDiscrepancyFound = event("PaymentDiscrepancyFound", {
  ...byVerdict,
  discrepancy: PaymentDiscrepancy,
  ...ofAttempt,
  receivedXof: XofText,
  receiptReference: z.string(),
  receivedAt: InstantText,
  foundAt: InstantText,
});

/** The provider took this receipt back, all of it, after it had been counted; by a verdict it never came. */
const PaymentReversed = event("PaymentReversed", {
  ...byVerdict,
  ...ofAttempt,
  reversedXof: XofText,
  receiptReference: z.string(),
  reversedAt: InstantText,
  foundAt: InstantText,
});

/** Two of the staff say that this receipt came, although its provider says that it never did. */
const PaymentReceiptConfirmed = event("PaymentReceiptConfirmed", {
  caseId: idOf<CaseId>(),
  ...ofAttempt,
  receiptReference: z.string(),
  confirmedAt: InstantText,
});

/** Two of the staff say that this receipt came as another amount than was counted: as the one that its provider shows by now. */
const PaymentReceiptCorrected = event("PaymentReceiptCorrected", {
  caseId: idOf<CaseId>(),
  ...ofAttempt,
  receiptReference: z.string(),
  countedXof: XofText,
  cameXof: XofText,
  correctedAt: InstantText,
});

/** The buyer changed her mind; its collection is cancelled where the provider can. */
const PaymentCancelRequested = event("PaymentCancelRequested", { requestedAt: InstantText });

const PaymentOutcomeUnknown = event("PaymentOutcomeUnknown", { since: InstantText });

/** Of the attempt that the event names: which money its provider's word is about. Absent in events of before. */
const counted = ofCounted(
  z.object({
    receiptReference: z.string(),
    amountXof: XofText,
    /** What its provider shows under that name now; absent where that is what was counted, or nothing. */
    shownXof: XofText.optional(),
  }),
);

/** The provider says definitely otherwise of money that it had shown than it said before. Nothing moves by that. */
const OutcomeContradicted = event("OutcomeContradicted", { ...contradictedOutcome, ...counted });

/** What the provider says definitely is not what two of the staff said. Nothing moves by that, and no money is forgotten. */
const VerdictContradicted = event("VerdictContradicted", {
  ...contradictedVerdict,
  receipt: z
    .object({ ...ofAttempt, receiptReference: z.string(), receivedXof: XofText })
    .nullable(),
  ...counted,
});

export const PaymentEvent = z.discriminatedUnion("type", [
  PaymentRequested,
  PaymentAttemptRejected,
  PaymentInitiated,
  PaymentCompleted,
  PaymentFailed,
  PaymentDiscrepancyFound,
  PaymentReversed,
  PaymentReceiptConfirmed,
  PaymentReceiptCorrected,
  PaymentCancelRequested,
  PaymentOutcomeUnknown,
  OutcomeContradicted,
  VerdictContradicted,
]);
export type PaymentEvent = z.infer<typeof PaymentEvent>;
