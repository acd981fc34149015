import {
  byVerdict,
  contradictedOutcome,
  contradictedVerdict,
  eventsOf,
  failedFor,
  InstantText,
  idOf,
  PaymentDiscrepancy,
  PaymentFailureReason,
  SatsText,
  XofText,
} from "@sanu/contracts";
import type { AccountId, PaymentId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const event = eventsOf({ paymentId: idOf<PaymentId>(), transactionId: idOf<TransactionId>() });

const InvoiceRequested = event("InvoiceRequested", {
  accountId: idOf<AccountId>(),
  reference: z.string(),
  amountSats: SatsText,
  amountXof: XofText,
  paymentHash: z.string(),
  payoutChannel: z.string(),
  numberHmac: z.string(),
  expiresAt: InstantText,
  requestedAt: InstantText,
});

const PaymentInitiated = event("PaymentInitiated", { initiatedAt: InstantText });

/** A payer has locked the sats in; they are still his. */
const InvoiceHeld = event("InvoiceHeld", {
  amountSats: SatsText,
  heldAt: InstantText,
  seenAt: InstantText,
});

/** The checks said yes: the sats shall be taken. */
const CaptureRequested = event("CaptureRequested", { requestedAt: InstantText });

/** The invoice shall be closed, and what is held shall go back. */
const ReleaseRequested = event("ReleaseRequested", {
  reason: PaymentFailureReason,
  requestedAt: InstantText,
});

const PaymentCompleted = event("PaymentCompleted", {
  ...byVerdict,
  amountSats: SatsText,
  paymentHash: z.string(),
  completedAt: InstantText,
});

const PaymentFailed = event("PaymentFailed", failedFor(PaymentFailureReason));

const PaymentDiscrepancyFound = event("PaymentDiscrepancyFound", {
  ...byVerdict,
  discrepancy: PaymentDiscrepancy,
  receivedSats: SatsText,
  paymentHash: z.string(),
  capturedAt: InstantText,
  foundAt: InstantText,
});

const PaymentOutcomeUnknown = event("PaymentOutcomeUnknown", { since: InstantText });

/** The node says definitely otherwise of sats that it had shown as ours than it said before. Nothing moves by that. */
const OutcomeContradicted = event("OutcomeContradicted", contradictedOutcome);

/** What the node says definitely is not what two of the staff said. Nothing moves by that, and no money is forgotten. */
const VerdictContradicted = event("VerdictContradicted", {
  ...contradictedVerdict,
  receipt: z.object({ paymentHash: z.string(), receivedSats: SatsText }).nullable(),
});

/** Everything that can have happened to the invoice of a sale. */
export const InvoiceEvent = z.discriminatedUnion("type", [
  InvoiceRequested,
  PaymentInitiated,
  InvoiceHeld,
  CaptureRequested,
  ReleaseRequested,
  PaymentCompleted,
  PaymentFailed,
  PaymentDiscrepancyFound,
  PaymentOutcomeUnknown,
  OutcomeContradicted,
  VerdictContradicted,
]);
export type InvoiceEvent = z.infer<typeof InvoiceEvent>;
