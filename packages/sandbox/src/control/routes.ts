import { type Instant, isInstant } from "@sanu/kernel";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { paymentHashOf } from "../node/invoice.ts";
import type { SandboxParts } from "../parts.ts";
import { Fault } from "./control.ts";

const JournalQuery = z.object({
  kind: z.string().optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
});
const LatencyBody = z.object({ latency_ms: z.int().min(0).max(60_000) });
const DAY_MS = 86_400_000;
const ClockBody = z.object({
  offset_ms: z
    .int()
    .min(-30 * DAY_MS)
    .max(30 * DAY_MS),
});
const CallbacksBody = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .optional(),
  copies: z.int().min(0).max(10).optional(),
  scatter_ms: z.int().min(0).max(60_000).optional(),
});
const ReceiptBody = z.object({
  merchant_key: z.string(),
  amount_xof: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform(BigInt)
    .optional(),
  received_at: z
    .custom<Instant>((value) => typeof value === "string" && isInstant(value))
    .nullable()
    .optional(),
});
const ReversalBody = z.object({
  /** Of a payment, a refund or a disbursement. */
  merchant_key: z.string(),
  receipt_id: z.string().optional(),
});
const RefundDifferenceBody = z.object({
  difference_xof: z
    .string()
    .regex(/^(0|-?[1-9]\d{0,17})$/)
    .transform(BigInt),
});
const FloatBody = z.object({
  amount_xof: z
    .string()
    .regex(/^(0|[1-9]\d{0,17})$/)
    .transform(BigInt),
});
const LiquidityBody = z.object({
  rail: z.enum(["lightning", "chain"]),
  amount_sats: z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/)
    .transform(BigInt),
});
const ChannelBody = z.object({
  channel: z.string().min(1).max(40),
  status: z.enum(["open", "closed", "unserved"]),
});
const InvoicePaymentBody = z.object({
  invoice: z.string().min(1).max(8_192),
  amount_sats: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform(BigInt)
    .optional(),
  blocks: z.int().min(0).max(2_016).optional(),
});
const CallbackAgainBody = z.object({ merchant_key: z.string(), copies: z.int().min(1).max(100) });

/** What no real provider has: its journal in the open, and switches that make it misbehave. */
export function addControlRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const { journal, control, callbacks, gateway, payments } = parts;

  app.get("/journal", (request) => {
    const { kind, after, limit } = JournalQuery.parse(request.query);
    const entries = journal.all().filter((entry) => kind === undefined || entry.kind === kind);
    return { entries: entries.filter(({ seq }) => seq > after).slice(0, limit) };
  });

  app.post("/control/faults", (request, reply) => {
    control.addFault(Fault.parse(request.body));
    return reply.code(204).send();
  });

  app.delete("/control/faults", (_request, reply) => {
    control.clearFaults();
    return reply.code(204).send();
  });

  app.post("/control/latency", (request, reply) => {
    control.setLatencyMs(LatencyBody.parse(request.body).latency_ms);
    return reply.code(204).send();
  });

  app.post("/control/callbacks", (request, reply) => {
    const { url, copies, scatter_ms: scatterMs } = CallbacksBody.parse(request.body);
    callbacks.change({
      ...(url === undefined ? {} : { url }),
      ...(copies === undefined ? {} : { copies }),
      ...(scatterMs === undefined ? {} : { scatterMs }),
    });
    return reply.code(204).send();
  });

  app.post("/control/clock", (request, reply) => {
    control.setClockOffsetMs(ClockBody.parse(request.body).offset_ms);
    return reply.code(204).send();
  });

  // Money arrives whatever the state of the payment: in another amount, late, once more, or without its moment.
  app.post("/control/receipts", (request, reply) => {
    const body = ReceiptBody.parse(request.body);
    const payment = payments.findByKey(body.merchant_key);
    if (payment === undefined) return reply.code(404).send({ code: "not-found" });
    gateway.receive(payment, body.amount_xof, body.received_at);
    return reply.code(204).send();
  });

  app.post("/control/callbacks/again", (request, reply) => {
    const { merchant_key: key, copies } = CallbackAgainBody.parse(request.body);
    const payment = payments.findByKey(key);
    if (payment === undefined) return reply.code(404).send({ code: "not-found" });
    callbacks.send(payment, copies);
    return reply.code(204).send();
  });
  addBalances(app, parts);
  addReversals(app, parts);
  addInvoicePayments(app, parts);
}

/** What the accounts hold, and which channels are there. */
function addBalances(app: FastifyInstance, { journal }: SandboxParts): void {
  app.post("/control/float", (request, reply) => {
    const { amount_xof: amountXof } = FloatBody.parse(request.body);
    journal.record({ kind: "float-set", amountXof: amountXof.toString() });
    return reply.code(204).send();
  });

  app.post("/control/liquidity", (request, reply) => {
    const { rail, amount_sats: amountSats } = LiquidityBody.parse(request.body);
    journal.record({ kind: "liquidity-set", rail, amountSats: amountSats.toString() });
    return reply.code(204).send();
  });

  app.post("/control/channels", (request, reply) => {
    const { channel, status: state } = ChannelBody.parse(request.body);
    journal.record({ kind: "channel-set", channel, state });
    return reply.code(204).send();
  });
}

/** What a provider says, and then says otherwise. */
function addReversals(app: FastifyInstance, { reversals, refunds }: SandboxParts): void {
  app.post("/control/reversals", (request, reply) => {
    const { merchant_key: key, receipt_id: receiptId } = ReversalBody.parse(request.body);
    const response = reversals.reverse(key, receiptId);
    if (response === "reversed") return reply.code(204).send();
    return reply.code(response === "not-found" ? 404 : 409).send({ code: response });
  });

  app.post("/control/refund-difference", (request, reply) => {
    refunds.setDifferenceXof(RefundDifferenceBody.parse(request.body).difference_xof);
    return reply.code(204).send();
  });
}

function addInvoicePayments(app: FastifyInstance, { holds, holdBook }: SandboxParts): void {
  // A wallet somewhere pays an invoice of ours: exactly, or too much, or with little time left.
  app.post("/control/invoice-payments", (request, reply) => {
    const { invoice, amount_sats: amountSats, blocks } = InvoicePaymentBody.parse(request.body);
    const paymentHash = paymentHashOf(invoice);
    if (paymentHash === null || holdBook.find(paymentHash) === undefined) {
      return reply.code(404).send({ code: "not-found" });
    }
    const isPaid = holds.pay(paymentHash, {
      ...(amountSats !== undefined && { amountSats }),
      ...(blocks !== undefined && { blocks }),
    });
    return isPaid ? reply.code(204).send() : reply.code(409).send({ code: "not-payable" });
  });
}
