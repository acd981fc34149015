import {
  InstantText,
  idOf,
  PaymentFailureReason,
  ReceiverKind,
  ReviewReason,
  SatsText,
  TransactionType,
  XofPerBtcText,
  XofText,
} from "@sanu/contracts";
import type { AccountId, PaymentId, PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const transactionId = idOf<TransactionId>();
const accountId = idOf<AccountId>();

/** A person ordered: everything that was agreed, without saying who pays or who receives. */
const TransactionCreated = z.object({
  type: z.literal("TransactionCreated"),
  v: z.literal(1),
  transactionId,
  reference: z.string(),
  accountId,
  transactionType: TransactionType,
  amountXof: XofText,
  amountSats: SatsText,
  rateXofPerBtc: XofPerBtcText,
  paymentId: idOf<PaymentId>(),
  paymentReference: z.string(),
  channel: z.string(),
  payerHmac: z.string(),
  receiverKind: ReceiverKind,
  receiverHmac: z.string(),
  limitMonth: z.string(),
  expiresAt: InstantText,
  createdAt: InstantText,
});

/** The provider can be paid now; its page, where it has one, is kept apart because it can be erased. */
const TransactionPaymentLinked = z.object({
  type: z.literal("TransactionPaymentLinked"),
  v: z.literal(1),
  transactionId,
  linkedAt: InstantText,
});

/** Exactly the ordered amount is in: the one moment at which a payout comes to exist. */
const TransactionPaid = z.object({
  type: z.literal("TransactionPaid"),
  v: z.literal(1),
  transactionId,
  transactionType: TransactionType,
  paymentId: idOf<PaymentId>(),
  payoutId: idOf<PayoutId>(),
  payoutReference: z.string(),
  amountXof: XofText,
  amountSats: SatsText,
  receiverKind: ReceiverKind,
  receiverHmac: z.string(),
  paidAt: InstantText,
});

/** Money is in, but not the ordered amount: it is held, and nothing is paid out. */
const TransactionPaymentHeld = z.object({
  type: z.literal("TransactionPaymentHeld"),
  v: z.literal(1),
  transactionId,
  receivedXof: XofText,
  heldAt: InstantText,
});

const TransactionCompleted = z.object({
  type: z.literal("TransactionCompleted"),
  v: z.literal(1),
  transactionId,
  accountId,
  transactionType: TransactionType,
  amountXof: XofText,
  amountSats: SatsText,
  payoutId: idOf<PayoutId>(),
  /** The day of the business calendar, `2026-11-21`: streaks and months do not move with a setting. */
  completedDay: z.string(),
  completedAt: InstantText,
});

const TransactionFailed = z.object({
  type: z.literal("TransactionFailed"),
  v: z.literal(1),
  transactionId,
  accountId,
  transactionType: TransactionType,
  amountXof: XofText,
  reason: PaymentFailureReason,
  failedAt: InstantText,
});

/** A person has to look. `causeId` names the fact that asked for it, `receivedXof` what it brought. */
const TransactionReviewRequested = z.object({
  type: z.literal("TransactionReviewRequested"),
  v: z.literal(1),
  transactionId,
  reason: ReviewReason,
  receivedXof: XofText.nullable(),
  causeId: z.string(),
  requestedAt: InstantText,
});

/** Everything that can have happened to a transaction. */
export const TransactionEvent = z.discriminatedUnion("type", [
  TransactionCreated,
  TransactionPaymentLinked,
  TransactionPaid,
  TransactionPaymentHeld,
  TransactionCompleted,
  TransactionFailed,
  TransactionReviewRequested,
]);
export type TransactionEvent = z.infer<typeof TransactionEvent>;

/** One kind of event by its name. */
export type EventOf<Type extends TransactionEvent["type"]> = Extract<
  TransactionEvent,
  { readonly type: Type }
>;
