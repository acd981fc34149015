import type { Money } from "@sanu/contracts";
import {
  type AccountId,
  basisPoints,
  instant,
  newId,
  type PaymentId,
  type PayoutId,
  type RefundId,
  sats,
  type TransactionId,
  xof,
  xofPerBtc,
} from "@sanu/kernel";
import type {
  CancelTransaction,
  ConfirmPayment,
  DecideHeld,
  FailPayment,
  FailPayout,
  FailRefund,
  LinkPayment,
  ProvideRefundInvoice,
  ReportDiscrepancy,
  ResolveReview,
  SettleByHand,
  SettlePayout,
  SettleRefund,
  WithholdPayout,
} from "./commands.ts";
import type { CreateTransaction } from "./create-command.ts";

const at = instant("2026-11-21T10:00:00.000000Z");
const ids = {
  transactionId: newId<"TransactionId">() satisfies TransactionId,
  accountId: newId<"AccountId">() satisfies AccountId,
  paymentId: newId<"PaymentId">() satisfies PaymentId,
  payoutId: newId<"PayoutId">() satisfies PayoutId,
  refundId: newId<"RefundId">() satisfies RefundId,
};

/** The ids of the one transaction that the examples are about. */
export const example = { ...ids, at };

export function francs(amount: bigint): Money {
  return { currency: "XOF", amountXof: xof(amount) };
}

export function satoshis(amount: bigint): Money {
  return { currency: "SATS", amountSats: sats(amount) };
}

export const exampleBands = {
  rateMin: xofPerBtc(5_000_000n),
  rateMax: xofPerBtc(1_000_000_000n),
  spreadMin: basisPoints(0n),
  spreadMax: basisPoints(2_000n),
  orderSatsMax: sats(10_000_000n),
};

/** What the exchange trades by. */
export const exampleTerms = {
  amountMinXof: xof(100n),
  amountMaxXof: xof(1_000_000n),
  onchainMinSats: sats(1_000n),
  onchainFeeSats: sats(250n),
  lightningFee: { fixedSats: sats(1n), share: basisPoints(0n) },
  feeLimitShare: basisPoints(200n),
  bands: exampleBands,
  paymentWindowMs: 900_000,
  invoiceMarginMs: 600_000,
};

/** An order to buy for 10 000 XOF at 61 200 000 XOF per bitcoin. */
export const create: CreateTransaction = {
  kind: "create",
  transactionId: ids.transactionId,
  reference: "TXN_0000000000000001",
  accountId: ids.accountId,
  transactionType: "BUY_BITCOIN",
  amountXof: xof(10_000n),
  rateXofPerBtc: xofPerBtc(61_200_000n),
  midXofPerBtc: xofPerBtc(60_000_000n),
  paymentId: ids.paymentId,
  paymentReference: "PAY_0000000000000001",
  channel: "MTN_OPEN",
  payoutChannel: null,
  numberHmac: "number",
  quoteId: null,
  receiver: { kind: "lightning-address", hmac: "receiver", amountSats: null, expiresAt: null },
  limitMonth: "2026-11",
  terms: exampleTerms,
  at,
};

const ofPayment = { paymentId: ids.paymentId, causeId: "fact-1", at };
const ofPayout = { payoutId: ids.payoutId, causeId: "fact-2", at };

export const link: LinkPayment = { kind: "link-payment", ...ofPayment };
export const confirm: ConfirmPayment = {
  kind: "confirm-payment",
  ...ofPayment,
  received: francs(10_000n),
  receiptId: "receipt-1",
  refundId: ids.refundId,
  payoutId: ids.payoutId,
  payoutReference: "PAYOUT_0000000000000001",
};
export const failPayment: FailPayment = { kind: "fail-payment", ...ofPayment, reason: "declined" };
export const discrepancy: ReportDiscrepancy = {
  kind: "report-discrepancy",
  ...ofPayment,
  discrepancy: "duplicate",
  received: francs(10_000n),
  receiptId: "receipt-2",
  refundId: ids.refundId,
};
export const settle: SettlePayout = {
  kind: "settle-payout",
  ...ofPayout,
  sent: satoshis(16_339n),
  fee: satoshis(3n),
  day: "2026-11-21",
};
export const withholdPayout: WithholdPayout = { kind: "withhold-payout", ...ofPayout };
export const decideHeld: DecideHeld = {
  kind: "decide-held",
  verdict: "release",
  payoutId: newId<"PayoutId">(),
  payoutReference: "PAYOUT_0000000000000002",
  refundId: ids.refundId,
  causeId: "case-1",
  at,
};
export const failPayout: FailPayout = {
  kind: "fail-payout",
  ...ofPayout,
  reason: "no-route",
  refundId: ids.refundId,
};
const ofRefund = { refundId: ids.refundId, causeId: "fact-3", at };
export const settleRefund: SettleRefund = {
  kind: "settle-refund",
  ...ofRefund,
  money: francs(10_000n),
  fee: null,
};
export const failRefund: FailRefund = {
  kind: "fail-refund",
  ...ofRefund,
  reason: "wallet-refused",
};
export const cancel: CancelTransaction = { kind: "cancel", at };
export const provideInvoice: ProvideRefundInvoice = {
  kind: "provide-refund-invoice",
  invoice: {
    hmac: "invoice",
    amountSats: sats(16_667n),
    expiresAt: instant("2026-11-21T11:00:00.000000Z"),
  },
  invoiceMarginMs: 600_000,
  refundId: newId<"RefundId">(),
  at,
};
export const settleByHand: SettleByHand = {
  kind: "settle-by-hand",
  receiptId: "receipt-1",
  caseId: newId<"CaseId">(),
  at,
};
export const resolve: ResolveReview = {
  kind: "resolve-review",
  resolution: "close",
  resolvedBy: newId<"AccountId">(),
  day: "2026-11-21",
  refundIds: Array.from({ length: 10 }, () => newId<"RefundId">()),
  at,
};
