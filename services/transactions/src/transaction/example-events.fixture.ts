import type { Money } from "@sanu/contracts";
import { type AccountId, instant, type RefundId, sats, xof, xofPerBtc } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import { create, example, francs, resolve, satoshis } from "./example-commands.fixture.ts";

export const created: EventOf<"TransactionCreated"> = {
  type: "TransactionCreated",
  v: 1,
  transactionId: example.transactionId,
  reference: create.reference,
  accountId: example.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  rateXofPerBtc: xofPerBtc(61_200_000n),
  feeLimitSats: sats(326n),
  paymentId: example.paymentId,
  paymentReference: create.paymentReference,
  channel: "MTN_OPEN",
  payoutChannel: null,
  numberHmac: "number",
  quoteId: null,
  receiverKind: "lightning-address",
  receiverHmac: "receiver",
  limitMonth: "2026-11",
  expiresAt: instant("2026-11-21T10:15:00.000000Z"),
  createdAt: example.at,
};
export const linked: TransactionEvent = {
  type: "TransactionPaymentLinked",
  v: 1,
  transactionId: example.transactionId,
  linkedAt: example.at,
};
export const paid: EventOf<"TransactionPaid"> = {
  type: "TransactionPaid",
  v: 1,
  transactionId: example.transactionId,
  transactionType: "BUY_BITCOIN",
  paymentId: example.paymentId,
  payoutId: example.payoutId,
  payoutReference: "PAYOUT_0000000000000001",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  feeLimitSats: sats(326n),
  receiverKind: "lightning-address",
  receiverHmac: "receiver",
  payoutChannel: null,
  numberHmac: "number",
  receiptId: "receipt-1",
  paidAt: example.at,
};
export const held: EventOf<"TransactionPaymentHeld"> = {
  type: "TransactionPaymentHeld",
  v: 1,
  transactionId: example.transactionId,
  received: francs(9_000n),
  receiptId: "receipt-1",
  heldAt: example.at,
};
export const completed: EventOf<"TransactionCompleted"> = {
  type: "TransactionCompleted",
  v: 1,
  transactionId: example.transactionId,
  accountId: example.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  payoutId: example.payoutId,
  fee: satoshis(3n),
  completedDay: "2026-11-21",
  completedAt: example.at,
};
export const failed: EventOf<"TransactionFailed"> = {
  type: "TransactionFailed",
  v: 1,
  transactionId: example.transactionId,
  accountId: example.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  reason: "declined",
  failedAt: example.at,
};

export const paymentFailed: EventOf<"TransactionPaymentFailed"> = {
  type: "TransactionPaymentFailed",
  v: 1,
  transactionId: example.transactionId,
  reason: "declined",
  failedAt: example.at,
};
export const payoutFailed: EventOf<"TransactionPayoutFailed"> = {
  type: "TransactionPayoutFailed",
  v: 1,
  transactionId: example.transactionId,
  payoutId: example.payoutId,
  reason: "no-route",
  failedAt: example.at,
};
export const cancelRequested: EventOf<"TransactionCancelRequested"> = {
  type: "TransactionCancelRequested",
  v: 1,
  transactionId: example.transactionId,
  paymentId: example.paymentId,
  requestedAt: example.at,
};

/** The refund of a receipt of 10 000 XOF to the payer, unless told. */
export function refunded(
  changes: Partial<EventOf<"TransactionRefundRequested">> = {},
): EventOf<"TransactionRefundRequested"> {
  return {
    type: "TransactionRefundRequested",
    v: 1,
    transactionId: example.transactionId,
    refundId: example.refundId,
    paymentId: example.paymentId,
    receiptId: "receipt-1",
    money: francs(10_000n),
    reason: "payout-failed",
    destination: { kind: "payer" },
    requestedAt: example.at,
    ...changes,
  };
}

/** That a refund arrived, or was refunded by hand. */
export function refundSettled(
  receiptId = "receipt-1",
  refundId: RefundId | null = example.refundId,
  fee: Money | null = null,
): EventOf<"TransactionRefundSettled"> {
  const { transactionId } = example;
  const type = "TransactionRefundSettled";
  return { type, v: 1, transactionId, receiptId, refundId, fee, settledAt: example.at };
}

export function refundFailed(
  changes: Partial<EventOf<"TransactionRefundFailed">> = {},
): EventOf<"TransactionRefundFailed"> {
  return {
    type: "TransactionRefundFailed",
    v: 1,
    transactionId: example.transactionId,
    receiptId: "receipt-1",
    refundId: example.refundId,
    reason: "wallet-refused",
    failedAt: example.at,
    ...changes,
  };
}

export function reviewed(
  reason: EventOf<"TransactionReviewRequested">["reason"],
  causeId: string,
  of: Partial<EventOf<"TransactionReviewRequested">> = {},
): EventOf<"TransactionReviewRequested"> {
  return {
    type: "TransactionReviewRequested",
    v: 1,
    transactionId: example.transactionId,
    reason,
    about: null,
    receiptId: null,
    refund: null,
    causeId,
    requestedAt: example.at,
    ...of,
  };
}

/** That nobody has to look any more. */
export function resolved(
  resolution: EventOf<"TransactionReviewResolved">["resolution"],
  resolvedBy: AccountId | null = resolve.resolvedBy,
): EventOf<"TransactionReviewResolved"> {
  const { transactionId } = example;
  const type = "TransactionReviewResolved";
  return { type, v: 1, transactionId, resolvedBy, resolution, resolvedAt: example.at };
}
