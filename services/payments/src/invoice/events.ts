import {
  InstantText,
  idOf,
  PaymentDiscrepancy,
  PaymentFailureReason,
  SatsText,
  XofText,
} from "@sanu/contracts";
import type { AccountId, PaymentId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const ofPayment = {
  v: z.literal(1),
  paymentId: idOf<PaymentId>(),
  transactionId: idOf<TransactionId>(),
};

const InvoiceRequested = z.object({
  type: z.literal("InvoiceRequested"),
  ...ofPayment,
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

const PaymentInitiated = z.object({
  type: z.literal("PaymentInitiated"),
  ...ofPayment,
  initiatedAt: InstantText,
});

/** A payer has locked the sats in; they are still his. */
const InvoiceHeld = z.object({
  type: z.literal("InvoiceHeld"),
  ...ofPayment,
  amountSats: SatsText,
  heldAt: InstantText,
  seenAt: InstantText,
});

/** The checks said yes: the sats shall be taken. From here on nothing is released. */
const CaptureRequested = z.object({
  type: z.literal("CaptureRequested"),
  ...ofPayment,
  requestedAt: InstantText,
});

/** The invoice shall be closed, and what is held shall go back. */
const ReleaseRequested = z.object({
  type: z.literal("ReleaseRequested"),
  ...ofPayment,
  reason: PaymentFailureReason,
  requestedAt: InstantText,
});

const PaymentCompleted = z.object({
  type: z.literal("PaymentCompleted"),
  ...ofPayment,
  amountSats: SatsText,
  paymentHash: z.string(),
  completedAt: InstantText,
});

const PaymentFailed = z.object({
  type: z.literal("PaymentFailed"),
  ...ofPayment,
  reason: PaymentFailureReason,
  failedAt: InstantText,
});

const PaymentDiscrepancyFound = z.object({
  type: z.literal("PaymentDiscrepancyFound"),
  ...ofPayment,
  discrepancy: PaymentDiscrepancy,
  receivedSats: SatsText,
  paymentHash: z.string(),
  capturedAt: InstantText,
  foundAt: InstantText,
});

const PaymentOutcomeUnknown = z.object({
  type: z.literal("PaymentOutcomeUnknown"),
  ...ofPayment,
  since: InstantText,
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
]);
export type InvoiceEvent = z.infer<typeof InvoiceEvent>;
