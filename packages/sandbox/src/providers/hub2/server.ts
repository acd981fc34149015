import { createHmac, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { outcomeOfNumber } from "../number-outcome.ts";
import type { ProviderBook } from "../provider-book.ts";
import type { ProviderCall } from "../provider-faults.ts";
import type { OrderKind, ProviderOrder } from "../provider-order.ts";
import type { ProviderDefinition, ProviderParts, ProviderResponse } from "../provider-server.ts";
import { eventOf, intentBody, transferBody } from "./bodies.ts";

const Money = { amount: z.int().min(100).max(3_000_000), currency: z.literal("XOF") };
const Reference = z.string().regex(/^[A-Za-z0-9\-_. ]+$/);
const NewIntent = z.object({
  ...Money,
  customerReference: Reference,
  purchaseReference: Reference,
});
const Operator = { country: z.string().length(2), provider: z.string().min(1) };
const NewAttempt = z.object({
  token: z.string(),
  paymentMethod: z.literal("mobile_money"),
  ...Operator,
  mobileMoney: z.object({ msisdn: z.string().regex(/^\+\d{7,15}$/) }),
});
const NewTransfer = z.object({
  ...Money,
  amount: Money.amount.multipleOf(5),
  reference: Reference,
  description: z.string(),
  destination: z.object({
    type: z.literal("mobile_money"),
    ...Operator,
    recipientName: z.string().min(1),
    msisdn: z.string().regex(/^\+\d{7,15}$/),
  }),
});
const Search = z.object({
  reference: z.string().optional(),
  purchaseReference: z.string().optional(),
  from: z.iso.datetime().optional(),
  page: z.coerce.number().int().min(1).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(10),
});
const ById = z.object({ id: z.string() });

const words: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Request Failed",
  404: "Not Found",
  409: "Conflict",
  429: "Too Many Requests",
};
const refusal = (status: number, code = words[status]): ProviderResponse => ({
  status,
  body: { status, code, message: "", request_id: "req_1" },
});

/** Hub2 as docs.hub2.io describes it. */
export function hub2(): ProviderDefinition {
  const secret = () => randomBytes(16).toString("hex");
  const [apiKey, secretBefore, secretNow] = [secret(), secret(), secret()];
  return {
    provider: "hub2",
    settingsFor: (url) => ({
      HUB2_ENVIRONMENT: "sandbox",
      HUB2_API_KEY: apiKey,
      HUB2_MERCHANT_ID: "1",
      HUB2_URL: url,
      HUB2_WEBHOOK_SECRETS: secretBefore,
      HUB2_AGREED_PAYOUT_CHANNELS: "MTN_OPEN",
      HUB2_LIST_PAUSE_MS: "0",
    }),
    isAuthorised: ({ headers }) =>
      headers["apikey"] === apiKey &&
      headers["merchantid"] === "1" &&
      headers["environment"] === "sandbox",
    unauthorised: refusal(401),
    invalid: () => refusal(400),
    notFound: (call) => (call.endsWith("-status") ? { status: 200, body: [] } : refusal(404)),
    addRoutes(parts) {
      const list = limitedList(parts);
      addIntents(parts, list);
      addTransfers(parts, list);
      parts.call("GET /balance", "floats", () => {
        const amount = Number(parts.book.floatXof());
        const account = { amount, availableBalance: amount, currency: "XOF" };
        return { status: 200, body: { collectionAccount: [account], transferAccount: [account] } };
      });
    },
    callbackOf(order, { nowMs }) {
      const body = JSON.stringify(eventOf(order, nowMs()));
      const by = (key: string) => createHmac("sha256", key).update(body).digest("hex");
      const signature = `s1=${by(secretNow)},s0=${by(secretBefore)}`;
      return { body, headers: () => ({ "hub2-signature": signature }) };
    },
    bindsRefunds: false,
    failsAtOnce: false,
    hasPage: false,
    feeShare: 100n,
    actingCall: { initiate: "attempt" },
    answeredBy: { conditions: "floats" },
  };
}

function orderOf(book: ProviderBook, request: FastifyRequest): ProviderOrder | undefined {
  return book.find(Number(/_(\d+)$/.exec(ById.parse(request.params).id)?.[1] ?? Number.NaN));
}

/** The oldest first; unless it is told otherwise, from where this month began. */
function searched(request: FastifyRequest, orders: readonly ProviderOrder[]) {
  const { reference, purchaseReference, from, page, perPage } = Search.parse(request.query);
  const wanted = reference ?? purchaseReference;
  const sinceMs = from === undefined ? new Date().setUTCDate(1) : Date.parse(from);
  const found = orders.filter(
    ({ key, createdAtMs }) => (wanted === undefined || key === wanted) && createdAtMs >= sinceMs,
  );
  return found.slice((page - 1) * perPage, page * perPage);
}

type List = (respond: () => ProviderResponse) => ProviderResponse;

/** Lists may be read twice in a minute, all of them together. */
function limitedList({ limitsCalls, nowMs }: ProviderParts): List {
  let read: readonly number[] = [];
  return (respond) => {
    const now = nowMs();
    read = read.filter((at) => at > now - 60_000);
    if (limitsCalls && read.length >= 2) return refusal(429);
    read = [...read, now];
    return respond();
  };
}

function addIntents({ call, book }: ProviderParts, list: List): void {
  call("POST /payment-intents", "initiate", (request) => {
    const { amount, purchaseReference: key } = NewIntent.parse(request.body);
    const unknownYet = { number: "", channel: "", isRecordedOnly: true };
    const made = book.create({ kind: "collection", key, amountXof: BigInt(amount), ...unknownYet });
    return { status: 201, body: intentBody(made) };
  });
  call("POST /payment-intents/:id/payments", "attempt", (request) => {
    const { token, country, provider, mobileMoney } = NewAttempt.parse(request.body);
    const order = orderOf(book, request);
    if (order?.kind !== "collection") return refusal(404);
    if (token !== intentBody(order).token) return refusal(401);
    if (order.state !== "recorded") return refusal(409);
    const begun = book.start({
      ...order,
      number: mobileMoney.msisdn,
      channel: `${country}:${provider}`,
    });
    return { status: 201, body: intentBody(begun) };
  });
  call("GET /payment-intents", "collection-status", (request) =>
    list(() => ({
      status: 200,
      body: searched(request, book.orders("collection")).map(intentBody),
    })),
  );
  call("GET /payment-intents/:id", "collection-status", (request) => {
    const order = orderOf(book, request);
    return order?.kind === "collection" ? { status: 200, body: intentBody(order) } : refusal(404);
  });
}

/** Our own text tells the kinds of a transfer apart. */
const kindOf = (description: string): OrderKind =>
  description === "REFUND" ? "refund" : "disbursement";

function addTransfers({ call, book }: ProviderParts, list: List): void {
  const callOfBody = ({ body }: FastifyRequest): ProviderCall =>
    kindOf(NewTransfer.safeParse(body).data?.description ?? "") === "refund"
      ? "refund"
      : "disburse";
  call("POST /transfers", callOfBody, (request) => {
    const { amount, reference: key, description, destination } = NewTransfer.parse(request.body);
    const { msisdn: number, country, provider } = destination;
    const [kind, amountXof] = [kindOf(description), BigInt(amount)];
    if (outcomeOfNumber(kind, number) === "refused") return refusal(400);
    if (amountXof > book.floatXof()) return refusal(402, "insufficient-funds");
    const order = { kind, key, amountXof, number, channel: `${country}:${provider}` };
    const made = book.create({ ...order, isRecordedOnly: true });
    book.start(made);
    return { status: 201, body: transferBody(made) };
  });
  const callOfStatus = (order: ProviderOrder | undefined): ProviderCall =>
    order?.kind === "refund" ? "refund-status" : "disburse-status";
  const found = (request: FastifyRequest) =>
    searched(request, book.orders("refund", "disbursement"));
  call(
    "GET /transfers",
    (request) => callOfStatus(found(request)[0]),
    (request) => list(() => ({ status: 200, body: found(request).map(transferBody) })),
  );
  call(
    "GET /transfers/:id",
    (request) => callOfStatus(orderOf(book, request)),
    (request) => {
      const order = orderOf(book, request);
      const isTransfer = order !== undefined && order.kind !== "collection";
      return isTransfer ? { status: 200, body: transferBody(order) } : refusal(404);
    },
  );
}
