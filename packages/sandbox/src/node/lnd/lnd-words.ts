import { createHash } from "node:crypto";
import { epochMsOf, type Instant } from "@sanu/kernel";
import type { HoldInvoice } from "../hold-invoice.ts";

/** What lnd 0.21.2 says in these words, with these statuses; `packages/rails/src/bitcoin/lnd/samples` has it recorded. */
export interface LndResponse {
  readonly status: number;
  readonly body: object;
}

const refusal = (message: string, status = 500, code = 2): LndResponse => ({
  status,
  body: { code, message, details: [] },
});

export const refusals = {
  unknownInvoice: refusal("unable to locate invoice"),
  notFound: refusal("unable to locate invoice", 404, 5),
  exists: refusal("invoice with payment hash already exists"),
  open: refusal("invoice still open"),
  settled: refusal("invoice already settled"),
  canceled: refusal("invoice already canceled"),
  smallCltv: (cltv: number) =>
    refusal(`CLTV delta of ${cltv} must be greater than minimum of ${cltvMin}`),
  longMemo: (bits: number) => refusal(`data length too big to fit within 10 bits: ${bits}`),
  macaroon: refusal("verification failed: signature mismatch after caveat verification"),
  noPath: refusal("Not Found", 404, 5),
  noJson: refusal("invalid character looking for beginning of value", 400, 3),
} as const;

export const cltvMin = 24;
export const memoBytesMax = 639;

const MS_PER_BLOCK = 600_000;
const GENESIS_MS = 1_231_006_505_000;

/** A chain whose blocks come on time. */
export function heightAt(moment: Instant): number {
  return Math.floor((epochMsOf(moment) - GENESIS_MS) / MS_PER_BLOCK);
}

export const hexOf = (base64: string): string => Buffer.from(base64, "base64").toString("hex");
const base64Of = (hex: string): string => Buffer.from(hex, "hex").toString("base64");
export const hashOf = (preimage: string): string =>
  createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");

const seconds = (moment: Instant | null) =>
  moment === null ? "0" : String(Math.floor(epochMsOf(moment) / 1_000));

const states = {
  open: "OPEN",
  held: "ACCEPTED",
  captured: "SETTLED",
  cancelled: "CANCELED",
} as const;

/** An invoice as a look-up shows it. What was held stays in `amt_paid_sat` when it was let go. */
export function describeInvoice(
  { paymentHash, invoice, amountSats, status, held, capturedAt }: HoldInvoice,
  indexes: { readonly addIndex: number; readonly settleIndex: number },
) {
  const state = states[status];
  const paidSats = held?.amountSats ?? 0n;
  const part = held && {
    amt_msat: String(paidSats * 1_000n),
    accept_time: seconds(held.heldAt),
    resolve_time: seconds(capturedAt),
    accept_height: heightAt(held.heldAt),
    expiry_height: heightAt(held.heldAt) + held.blocks,
    state,
  };
  return {
    r_hash: base64Of(paymentHash),
    payment_request: invoice,
    value: String(amountSats),
    value_msat: String(amountSats * 1_000n),
    state,
    settle_date: seconds(capturedAt),
    add_index: String(indexes.addIndex),
    settle_index: String(indexes.settleIndex),
    amt_paid_sat: String(paidSats),
    amt_paid_msat: String(paidSats * 1_000n),
    htlcs: part === null ? [] : [part],
  };
}
