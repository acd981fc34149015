import {
  InstantText,
  idOf,
  PaymentDiscrepancy,
  PaymentFailureReason,
  XofText,
} from "@sanu/contracts";
import type { AccountId, PaymentId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const ofPayment = {
  v: z.literal(1),
  paymentId: idOf<PaymentId>(),
  transactionId: idOf<TransactionId>(),
};

const PaymentRequested = z.object({
  type: z.literal("PaymentRequested"),
  ...ofPayment,
  accountId: idOf<AccountId>(),
  reference: z.string(),
  amountXof: XofText,
  channel: z.string(),
  payerHmac: z.string(),
  expiresAt: InstantText,
  requestedAt: InstantText,
});

const PaymentInitiated = z.object({
  type: z.literal("PaymentInitiated"),
  ...ofPayment,
  channel: z.string(),
  initiatedAt: InstantText,
});

const PaymentCompleted = z.object({
  type: z.literal("PaymentCompleted"),
  ...ofPayment,
  amountXof: XofText,
  /** The provider's own name for this money; the same receipt is never counted twice. */
  receiptReference: z.string(),
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
  receivedXof: XofText,
  receiptReference: z.string(),
  receivedAt: InstantText,
  foundAt: InstantText,
});

/** The buyer changed her mind; its collection is cancelled where the provider can. */
const PaymentCancelRequested = z.object({
  type: z.literal("PaymentCancelRequested"),
  ...ofPayment,
  requestedAt: InstantText,
});

const PaymentOutcomeUnknown = z.object({
  type: z.literal("PaymentOutcomeUnknown"),
  ...ofPayment,
  since: InstantText,
});

export const PaymentEvent = z.discriminatedUnion("type", [
  PaymentRequested,
  PaymentInitiated,
  PaymentCompleted,
  PaymentFailed,
  PaymentDiscrepancyFound,
  PaymentCancelRequested,
  PaymentOutcomeUnknown,
]);
export type PaymentEvent = z.infer<typeof PaymentEvent>;
