import { type Clock, epochMsOf } from "@sanu/kernel";
import type { FastifyInstance } from "fastify";
import {
  CaptureBody,
  HashParams,
  HoldInvoiceBody,
  InvoiceCancellationBody,
} from "../http/bodies.ts";
import type { Outcome } from "../http/operations.ts";
import { notFound, operationsOf } from "../http/operations.ts";
import type { SandboxParts } from "../parts.ts";
import type { HoldInvoice } from "./hold-invoice.ts";
import { invoiceBehaviourOf } from "./invoice-behaviour.ts";

const MS_PER_BLOCK = 600_000;

/** The node's interface for receiving: invoices whose money is held until it is captured or let go. */
export function addHoldRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const operation = operationsOf(app, parts);
  const { holds, holdBook, clock } = parts;

  operation("invoices.create", "POST /v1/lightning/hold-invoices", (request) => {
    const { description, ...terms } = HoldInvoiceBody.parse(request.body);
    const { payment_hash: paymentHash, amount_sats: amountSats, expires_at: expiresAt } = terms;
    const order = { paymentHash, amountSats, description, expiresAt };
    const { invoice, isDuplicate } = holds.open(order);
    return aboutInvoice(clock, invoice, isDuplicate ? 409 : 201);
  });

  operation("invoices.read", "GET /v1/lightning/hold-invoices/:payment_hash", (request) => {
    const { payment_hash: paymentHash } = HashParams.parse(request.params);
    return aboutInvoice(clock, holdBook.find(paymentHash), 200);
  });

  operation("invoices.capture", "POST /v1/lightning/captures", (request) => {
    const { preimage } = CaptureBody.parse(request.body);
    return aboutCapture(clock, holds.capture(preimage));
  });

  operation("invoices.cancel", "POST /v1/lightning/invoice-cancellations", (request) => {
    const { payment_hash: paymentHash } = InvoiceCancellationBody.parse(request.body);
    return aboutInvoice(clock, holds.cancel(paymentHash), 200);
  });
}

/** 200: the money is the merchant's. 409: it is not, and the body says how the invoice stands. */
function aboutCapture(clock: Clock, invoice: HoldInvoice | undefined): Outcome {
  if (invoice === undefined) return { key: null, response: notFound };
  const isSilent =
    invoiceBehaviourOf(invoice.amountSats) === "is-paid-and-its-capture-is-not-answered";
  if (isSilent) return { key: invoice.paymentHash, response: { silence: "reset" } };
  return aboutInvoice(clock, invoice, invoice.status === "captured" ? 200 : 409);
}

function aboutInvoice(
  clock: Clock,
  invoice: HoldInvoice | undefined,
  status: 200 | 201 | 409,
): Outcome {
  if (invoice === undefined) return { key: null, response: notFound };
  return { key: invoice.paymentHash, response: { status, body: invoiceBody(clock, invoice) } };
}

function invoiceBody(clock: Clock, invoice: HoldInvoice) {
  const { paymentHash, held, capturedAt, status } = invoice;
  return {
    payment_hash: paymentHash,
    invoice: invoice.invoice,
    status,
    amount_sats: invoice.amountSats.toString(),
    held_sats: held?.amountSats.toString() ?? null,
    held_at: held?.heldAt ?? null,
    blocks_left: held === null ? null : blocksLeft(clock, held),
    captured_at: capturedAt,
  };
}

function blocksLeft(clock: Clock, { heldAt, blocks }: NonNullable<HoldInvoice["held"]>): number {
  const passed = Math.floor((epochMsOf(clock.now()) - epochMsOf(heldAt)) / MS_PER_BLOCK);
  return Math.max(0, blocks - passed);
}
