import {
  type AccountId,
  type Instant,
  instant,
  type PaymentId,
  type TransactionId,
  xof,
} from "@sanu/kernel";
import type { SeenReceipt } from "./commands.ts";
import type { PaymentEvent } from "./events.ts";
import type { PaymentOrder } from "./state.ts";

type EventOf<Type extends PaymentEvent["type"]> = Extract<PaymentEvent, { type: Type }>;

export const at = instant("2026-11-21T10:00:06.000000Z");

const paymentId = "019aa6b2-0000-7000-8000-000000000001" as PaymentId;
const transactionId = "019aa6b2-0000-7000-8000-000000000002" as TransactionId;

export const order: PaymentOrder = {
  paymentId,
  transactionId,
  accountId: "019aa6b2-0000-7000-8000-000000000003" as AccountId,
  reference: "PAY_0123456789ABCDEF",
  amountXof: xof(10_000n),
  channel: "MTN_OPEN",
  payerHmac: "h".repeat(43),
  expiresAt: instant("2026-11-21T10:15:00.000000Z"),
};

export const receipt: SeenReceipt & { readonly receivedAt: Instant } = {
  receiptReference: "receipt-1",
  amountXof: xof(10_000n),
  receivedAt: at,
};

export const requested: EventOf<"PaymentRequested"> = {
  type: "PaymentRequested",
  v: 1,
  ...order,
  requestedAt: at,
};

export const initiated: EventOf<"PaymentInitiated"> = {
  type: "PaymentInitiated",
  v: 1,
  paymentId,
  transactionId,
  channel: "MTN_OPEN",
  initiatedAt: at,
};

export const completed: EventOf<"PaymentCompleted"> = {
  type: "PaymentCompleted",
  v: 1,
  paymentId,
  transactionId,
  amountXof: xof(10_000n),
  receiptReference: receipt.receiptReference,
  completedAt: receipt.receivedAt,
};

export const failed: EventOf<"PaymentFailed"> = {
  type: "PaymentFailed",
  v: 1,
  paymentId,
  transactionId,
  reason: "expired",
  failedAt: at,
};

export const amountMismatch: EventOf<"PaymentDiscrepancyFound"> = {
  type: "PaymentDiscrepancyFound",
  v: 1,
  paymentId,
  transactionId,
  discrepancy: "amount-mismatch",
  receivedXof: xof(500n),
  receiptReference: receipt.receiptReference,
  receivedAt: receipt.receivedAt,
  foundAt: at,
};
