import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import { spoil } from "../http/operations.ts";
import { refuseForeignHosts } from "../http/refuse-foreign-hosts.ts";
import { sandboxLimits } from "../limits.ts";
import { paymentHashOf } from "../node/invoice.ts";
import {
  createProviderFaults,
  type ProviderCall,
  type ProviderFaults,
} from "../providers/provider-faults.ts";
import { createScheduler, type Scheduler } from "../scheduler.ts";
import { createPaymentBook, type PaymentBook, type PhoenixdPayment } from "./payments.ts";

export interface PhoenixdServerOptions {
  /** The receiver takes the payment: its preimage, or null where nobody knows one. */
  readonly settle: (paymentHash: string) => string | null;
  readonly balanceSats?: bigint;
  /** A call blocks until then before its payment ends. */
  readonly endsBehind?: Promise<void>;
}

/** A running phoenixd. `book` is the independent truth about what it paid. */
export interface PhoenixdServer {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly book: Pick<PaymentBook, "all" | "find">;
  readonly faults: ProviderFaults;
  readonly close: () => Promise<void>;
}

const password = "phoenixd-password-of-the-sandbox";
const authorization = `Basic ${Buffer.from(`:${password}`).toString("base64")}`;
const balanceAtFirst = 100_000_000n;

const PayForm = z.object({ invoice: z.string(), amountSat: z.string().optional() });
const HashParams = z.object({ paymentHash: z.string() });
const invoiceAmount = /^ln(?:bcrt|bc|tbs|tb)(\d+)([np])1/;

interface Parts {
  readonly options: PhoenixdServerOptions;
  readonly book: PaymentBook;
  readonly faults: ProviderFaults;
  readonly scheduler: Scheduler;
}

/**
 * Answers as phoenixd does: 200 for a payment that failed, errors in plain text, and calls that block until the
 * payment has ended. Sats that end in 089 do not arrive, in 077 are rejected by who should get them. Source:
 * github.com/ACINQ/phoenixd (Api.kt), github.com/ACINQ/lightning-kmp (OutgoingPaymentHandler.kt).
 */
export async function startPhoenixdServer(options: PhoenixdServerOptions): Promise<PhoenixdServer> {
  const scheduler = createScheduler();
  const parts = { options, scheduler, book: createPaymentBook(), faults: createProviderFaults() };
  const app = createApp(parts);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    settings: { PHOENIXD_URL: url, PHOENIXD_PASSWORD: password, PHOENIXD_NETWORK: "regtest" },
    book: parts.book,
    faults: parts.faults,
    async close() {
      scheduler.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function createApp(parts: Parts): FastifyInstance {
  const app = fastify({ bodyLimit: sandboxLimits.bodyBytesMax, forceCloseConnections: true });
  const { book, options } = parts;
  refuseForeignHosts(app);
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type("text/plain").send("Unknown endpoint (check api doc)"),
  );
  app.addHook("onRequest", (request, reply, done) => {
    if (request.headers.authorization === authorization) return done();
    reply
      .code(401)
      .type("text/plain")
      .send("Invalid authentication (use basic auth with the http password set in phoenix.conf)");
  });
  app.post("/payinvoice", (request, reply) =>
    answered(parts, "disburse", reply, () => pay(parts, request)),
  );
  app.get("/payments/outgoingbyhash/:paymentHash", (request, reply) =>
    answered(parts, "disburse-status", reply, async () => {
      const payment = book.find(HashParams.parse(request.params).paymentHash);
      return payment === undefined ? null : shown(payment);
    }),
  );
  app.get("/getbalance", (_request, reply) =>
    answered(parts, "floats", reply, async () => ({
      balanceSat: Number(balanceOf(options, book)),
      feeCreditSat: 0,
    })),
  );
  return app;
}

/** The answer of a call, or what a fault makes of it; null is phoenixd's plain "Not found". */
async function answered(
  { faults, scheduler }: Parts,
  call: ProviderCall,
  reply: FastifyReply,
  act: () => Promise<object | string | null>,
): Promise<FastifyReply> {
  const fault = faults.next(call);
  if (fault !== undefined && fault.mode !== "not-found") {
    if (fault.acts) void act();
    return spoil(reply, fault, scheduler);
  }
  const body = fault === undefined ? await act() : null;
  if (body === null) return reply.code(404).type("text/plain").send("Not found");
  return typeof body === "string"
    ? reply.code(400).type("text/plain").send(body)
    : reply.send(body);
}

async function pay(parts: Parts, request: FastifyRequest): Promise<object | string> {
  const { book, options } = parts;
  const form = PayForm.safeParse(request.body);
  if (!form.success) return "missing parameter invoice";
  const { invoice, amountSat } = form.data;
  const paymentHash = paymentHashOf(invoice);
  const amountSats = amountSat === undefined ? satsOf(invoice) : BigInt(amountSat);
  if (paymentHash === null) return "invalid parameter invoice: bolt11invoice";
  if (amountSats === null) return "missing parameter amountSat";
  const notPaid = (reason: string) => ({ paymentHash, reason });
  const before = book.find(paymentHash);
  if (typeof before?.preimage === "string") return notPaid("this invoice has already been paid");
  if (before?.completedAtMs === null)
    return notPaid("another payment is in progress for that invoice");
  const feesMsat = 4_000n + amountSats * 4n;
  const paymentId = book.begin({ paymentHash, amountSats, feesMsat });
  if (amountSats + feesMsat / 1_000n > balanceOf(options, book, paymentId)) {
    book.end(paymentId, null);
    return notPaid("not enough funds in wallet to afford payment");
  }
  await options.endsBehind;
  const reason = failureOf(amountSats);
  const preimage = reason === null ? options.settle(paymentHash) : null;
  book.end(paymentId, preimage);
  if (preimage === null) return notPaid(reason ?? "recipient node rejected the payment");
  return {
    recipientAmountSat: Number(amountSats),
    routingFeeSat: Number(feesMsat / 1_000n),
    paymentId,
    paymentHash,
    paymentPreimage: preimage,
  };
}

function failureOf(amountSats: bigint): string | null {
  if (amountSats % 1_000n === 89n) return "recipient node is offline or unreachable";
  return amountSats % 1_000n === 77n ? "recipient node rejected the payment" : null;
}

/** What is on its way is gone, rounded up as the fees are. */
function balanceOf(
  { balanceSats = balanceAtFirst }: PhoenixdServerOptions,
  book: PaymentBook,
  exceptId?: string,
): bigint {
  const isGone = ({ preimage, completedAtMs, paymentId }: PhoenixdPayment) =>
    paymentId !== exceptId && (preimage !== null || completedAtMs === null);
  return book
    .all()
    .filter(isGone)
    .reduce((left, one) => left - one.amountSats - (one.feesMsat + 999n) / 1_000n, balanceSats);
}

function shown(payment: PhoenixdPayment) {
  const { paymentId, paymentHash, preimage, amountSats, feesMsat, completedAtMs } = payment;
  return {
    subType: "lightning",
    paymentId,
    paymentHash,
    ...(preimage === null ? {} : { preimage }),
    isPaid: preimage !== null,
    sent: Number(amountSats),
    fees: Number(feesMsat),
    ...(completedAtMs === null ? {} : { completedAt: completedAtMs }),
    createdAt: payment.createdAtMs,
  };
}

function satsOf(invoice: string): bigint | null {
  const [, digits = "", unit] = invoiceAmount.exec(invoice) ?? [];
  if (unit === undefined) return null;
  return unit === "n" ? BigInt(digits) / 10n : BigInt(digits) / 10_000n;
}
