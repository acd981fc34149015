import {
  type AccountId,
  instant,
  newId,
  type PaymentId,
  type PayoutId,
  sats,
  type TransactionId,
  xof,
  xofPerBtc,
} from "@sanu/kernel";
import type {
  ConfirmPayment,
  CreateTransaction,
  FailPayment,
  FailPayout,
  LinkPayment,
  ReportDiscrepancy,
  SettlePayout,
} from "./commands.ts";
import type { EventOf, TransactionEvent } from "./events.ts";

const at = instant("2026-11-21T10:00:00.000000Z");
const ids = {
  transactionId: newId<"TransactionId">() satisfies TransactionId,
  accountId: newId<"AccountId">() satisfies AccountId,
  paymentId: newId<"PaymentId">() satisfies PaymentId,
  payoutId: newId<"PayoutId">() satisfies PayoutId,
};

/** The ids of the one transaction that the examples are about. */
export const example = { ...ids, at };

/** An order to buy for 10 000 XOF at 61 200 000 XOF per bitcoin. */
export const create: CreateTransaction = {
  kind: "create",
  transactionId: ids.transactionId,
  reference: "TXN_0000000000000001",
  accountId: ids.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  rateXofPerBtc: xofPerBtc(61_200_000n),
  paymentId: ids.paymentId,
  paymentReference: "PAY_0000000000000001",
  channel: "MTN_OPEN",
  payerHmac: "payer",
  receiver: { kind: "lightning-address", hmac: "receiver", amountSats: null, expiresAt: null },
  limitMonth: "2026-11",
  terms: {
    amountMinXof: xof(100n),
    amountMaxXof: xof(1_000_000n),
    onchainMinSats: sats(1_000n),
    paymentWindowMs: 900_000,
    invoiceMarginMs: 600_000,
  },
  at,
};

const ofPayment = { paymentId: ids.paymentId, causeId: "fact-1", at };
const ofPayout = { payoutId: ids.payoutId, causeId: "fact-2", at };

export const link: LinkPayment = { kind: "link-payment", ...ofPayment };
export const confirm: ConfirmPayment = {
  kind: "confirm-payment",
  ...ofPayment,
  receivedXof: xof(10_000n),
  payoutId: ids.payoutId,
  payoutReference: "PAYOUT_0000000000000001",
};
export const failPayment: FailPayment = { kind: "fail-payment", ...ofPayment, reason: "declined" };
export const discrepancy: ReportDiscrepancy = {
  kind: "report-discrepancy",
  ...ofPayment,
  discrepancy: "duplicate",
  receivedXof: xof(10_000n),
};
export const settle: SettlePayout = {
  kind: "settle-payout",
  ...ofPayout,
  amountSats: sats(16_339n),
  day: "2026-11-21",
};
export const failPayout: FailPayout = { kind: "fail-payout", ...ofPayout, reason: "no-route" };

export const created: EventOf<"TransactionCreated"> = {
  type: "TransactionCreated",
  v: 1,
  transactionId: ids.transactionId,
  reference: create.reference,
  accountId: ids.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  rateXofPerBtc: xofPerBtc(61_200_000n),
  paymentId: ids.paymentId,
  paymentReference: create.paymentReference,
  channel: "MTN_OPEN",
  payerHmac: "payer",
  receiverKind: "lightning-address",
  receiverHmac: "receiver",
  limitMonth: "2026-11",
  expiresAt: instant("2026-11-21T10:15:00.000000Z"),
  createdAt: at,
};
export const linked: TransactionEvent = {
  type: "TransactionPaymentLinked",
  v: 1,
  transactionId: ids.transactionId,
  linkedAt: at,
};
export const paid: EventOf<"TransactionPaid"> = {
  type: "TransactionPaid",
  v: 1,
  transactionId: ids.transactionId,
  transactionType: "BUY_BITCOIN",
  paymentId: ids.paymentId,
  payoutId: ids.payoutId,
  payoutReference: "PAYOUT_0000000000000001",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  receiverKind: "lightning-address",
  receiverHmac: "receiver",
  paidAt: at,
};
export const held: EventOf<"TransactionPaymentHeld"> = {
  type: "TransactionPaymentHeld",
  v: 1,
  transactionId: ids.transactionId,
  receivedXof: xof(9_000n),
  heldAt: at,
};
export const completed: EventOf<"TransactionCompleted"> = {
  type: "TransactionCompleted",
  v: 1,
  transactionId: ids.transactionId,
  accountId: ids.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  amountSats: sats(16_339n),
  payoutId: ids.payoutId,
  completedDay: "2026-11-21",
  completedAt: at,
};
export const failed: EventOf<"TransactionFailed"> = {
  type: "TransactionFailed",
  v: 1,
  transactionId: ids.transactionId,
  accountId: ids.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  reason: "declined",
  failedAt: at,
};

/** A review asked for by a fact. */
export function reviewed(
  reason: EventOf<"TransactionReviewRequested">["reason"],
  causeId: string,
  receivedXof: bigint | null = null,
): EventOf<"TransactionReviewRequested"> {
  return {
    type: "TransactionReviewRequested",
    v: 1,
    transactionId: ids.transactionId,
    reason,
    receivedXof: receivedXof === null ? null : xof(receivedXof),
    causeId,
    requestedAt: at,
  };
}
