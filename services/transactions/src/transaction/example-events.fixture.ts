import type { Money } from "@sanu/contracts";
import { type AccountId, instant, type RefundId, sats, xof, xofPerBtc } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import {
  create,
  example,
  francs,
  resolve,
  satoshis,
  settleByHand,
} from "./example-commands.fixture.ts";

const ofExample = { v: 1, transactionId: example.transactionId } as const;

export const created: EventOf<"TransactionCreated"> = {
  type: "TransactionCreated",
  ...ofExample,
  reference: create.reference,
  accountId: example.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  rateXofPerBtc: xofPerBtc(61_200_000n),
  midXofPerBtc: xofPerBtc(60_000_000n),
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
  ...ofExample,
  linkedAt: example.at,
};
export const paid: EventOf<"TransactionPaid"> = {
  type: "TransactionPaid",
  ...ofExample,
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
  ...ofExample,
  received: francs(9_000n),
  receiptId: "receipt-1",
  heldAt: example.at,
};
export const holdRequested: EventOf<"TransactionHoldRequested"> = {
  type: "TransactionHoldRequested",
  ...ofExample,
  payoutId: example.payoutId,
  requestedAt: example.at,
};
/** Held before there was a payout. */
export const payoutHeld: EventOf<"TransactionPayoutHeld"> = {
  type: "TransactionPayoutHeld",
  ...ofExample,
  receiptId: "receipt-1",
  payoutId: null,
  heldAt: example.at,
};
export const completed: EventOf<"TransactionCompleted"> = {
  type: "TransactionCompleted",
  ...ofExample,
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
  ...ofExample,
  accountId: example.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  reason: "declined",
  failedAt: example.at,
};

export const paymentFailed: EventOf<"TransactionPaymentFailed"> = {
  type: "TransactionPaymentFailed",
  ...ofExample,
  reason: "declined",
  failedAt: example.at,
};
export const payoutFailed: EventOf<"TransactionPayoutFailed"> = {
  type: "TransactionPayoutFailed",
  ...ofExample,
  payoutId: example.payoutId,
  reason: "no-route",
  failedAt: example.at,
};
export const cancelRequested: EventOf<"TransactionCancelRequested"> = {
  type: "TransactionCancelRequested",
  ...ofExample,
  paymentId: example.paymentId,
  requestedAt: example.at,
};

/** The refund of a receipt of 10 000 XOF to the payer, unless told. */
export function refunded(
  changes: Partial<EventOf<"TransactionRefundRequested">> = {},
): EventOf<"TransactionRefundRequested"> {
  return {
    type: "TransactionRefundRequested",
    ...ofExample,
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
  const type = "TransactionRefundSettled";
  return { type, ...ofExample, receiptId, refundId, fee, settledAt: example.at };
}

/** That two of the staff gave it back outside our rails. */
export const refundedByHand: EventOf<"TransactionRefundSettled"> = {
  ...refundSettled("receipt-1", null),
  caseId: settleByHand.caseId,
};

export function refundFailed(
  changes: Partial<EventOf<"TransactionRefundFailed">> = {},
): EventOf<"TransactionRefundFailed"> {
  return {
    type: "TransactionRefundFailed",
    ...ofExample,
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
    ...ofExample,
    reason,
    about: null,
    receiptId: null,
    refund: null,
    causeId,
    ...(reason === "return-address-needed" && { accountId: created.accountId }),
    requestedAt: example.at,
    ...of,
  };
}

/** That nobody has to look any more. */
export function resolved(
  resolution: EventOf<"TransactionReviewResolved">["resolution"],
  resolvedBy: AccountId | null = resolve.resolvedBy,
): EventOf<"TransactionReviewResolved"> {
  const type = "TransactionReviewResolved";
  return { type, ...ofExample, resolvedBy, resolution, resolvedAt: example.at };
}

/** That a refund of the receipt could not arrive, so that a person is asked. */
export function refundAsked(causeId: string): EventOf<"TransactionReviewRequested"> {
  return reviewed("refund-failed", causeId, { about: "refund", receiptId: "receipt-1" });
}

/** A purchase whose payout failed, and whose money is on its way back. */
export const lostPayout = [created, paid, payoutFailed, refunded()] as const;

/** How such a purchase ends once its money is back. */
export const lost = { ...failed, reason: "payout-failed" } as const;
