import {
  type AccountId,
  instant,
  type PaymentId,
  plusMs,
  sats,
  type TransactionId,
  xof,
} from "@sanu/kernel";
import type { HoldInvoiceMoney, HoldTerms, InvoiceCommand } from "./commands.ts";
import type { InvoiceOrder } from "./state.ts";

export const at = instant("2026-11-21T10:00:06.000000Z");
export const terms: HoldTerms = {
  checksMsMax: 60_000,
  captureMarginBlocks: 20,
  graceMs: 60_000,
};

export const order: InvoiceOrder = {
  paymentId: "019aa6b2-0000-7000-8000-000000000001" as PaymentId,
  transactionId: "019aa6b2-0000-7000-8000-000000000002" as TransactionId,
  accountId: "019aa6b2-0000-7000-8000-000000000003" as AccountId,
  reference: "PAY_0123456789ABCDEF",
  amountSats: sats(12_345n),
  amountXof: xof(7_259n),
  paymentHash: "ab".repeat(32),
  payoutChannel: "MTN_OPEN",
  numberHmac: "h".repeat(43),
  expiresAt: instant("2026-11-21T10:15:00.000000Z"),
};

/** Everything that speaks for a capture. */
export const goodHold: HoldInvoiceMoney = {
  kind: "hold",
  held: { amountSats: order.amountSats, heldAt: at, blocksLeft: 80 },
  verdict: "yes",
  terms,
  at,
};

/** The node says that it took the money, or that nobody ever will. */
export const capture: InvoiceCommand = {
  kind: "record-capture",
  amountSats: order.amountSats,
  capturedAt: at,
  at,
};
export const close: InvoiceCommand = { kind: "close", reason: "expired", at };

export const later = (milliseconds: number) => plusMs(at, milliseconds);
