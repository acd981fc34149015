import { createHmac, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { outcomeOfNumber } from "../number-outcome.ts";
import type { ProviderCall } from "../provider-faults.ts";
import type { ProviderOrder } from "../provider-order.ts";
import type { ProviderDefinition, ProviderParts, ProviderResponse } from "../provider-server.ts";
import { eventOf, payoutBody, transactionBody } from "./bodies.ts";

const Phone = z.object({ number: z.string().regex(/^\+\d{7,15}$/), country: z.string().length(2) });
const Money = {
  amount: z.int().min(100).max(1_000_000),
  currency: z.object({ iso: z.literal("XOF") }),
  merchant_reference: z.string().min(1),
};
const NewTransaction = z.object({
  ...Money,
  description: z.string(),
  mode: z.string(),
  customer: z.object({ phone_number: Phone }),
});
const NewPayout = z.object({
  ...Money,
  mode: z.string(),
  customer: z.union([z.object({ phone_number: Phone }), z.object({ id: z.int() })]),
  custom_metadata: z.object({ sanu_kind: z.enum(["refund", "disbursement"]) }),
});
const Start = z.object({ payouts: z.array(z.object({ id: z.int() })).length(1) });
const Search = z.object({
  search: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(25),
});
const ById = z.object({ id: z.coerce.number().int() });

const notFound: ProviderResponse = { status: 404, body: { message: "Resource introuvable" } };
const payouts = ["refund", "disbursement"] as const;

/** FedaPay as docs.fedapay.com describes it. */
export function fedapay(): ProviderDefinition {
  const key = `sk_sandbox_${randomBytes(12).toString("hex")}`;
  const makeSecret = () => `wh_sandbox_${randomBytes(12).toString("hex")}`;
  const [secretBefore, secretNow] = [makeSecret(), makeSecret()];
  return {
    provider: "fedapay",
    settingsFor: (url) => ({
      FEDAPAY_ENVIRONMENT: "sandbox",
      FEDAPAY_SECRET_KEY: key,
      FEDAPAY_URL: `${url}/v1`,
      FEDAPAY_WEBHOOK_SECRETS: `${secretBefore},${secretNow}`,
    }),
    isAuthorised: ({ headers }) => headers.authorization === `Bearer ${key}`,
    unauthorised: { status: 401, body: { message: "Erreur d'authentification" } },
    invalid: (fields) => ({
      status: 422,
      body: {
        message: "Erreur de validation",
        errors: Object.fromEntries(fields.map((field) => [field, ["est invalide"]])),
      },
    }),
    notFound: (call) => (call.endsWith("-status") ? emptySearch(call) : notFound),
    addRoutes(parts) {
      addTransactions(parts);
      addPayouts(parts);
      parts.call("GET /v1/balances", "floats", () => {
        const balance = { klass: "v1/balance", id: 1, mode: "momo_test" };
        const amount = Number(parts.book.floatXof());
        return { status: 200, body: { "v1/balances": [{ ...balance, amount }], meta: {} } };
      });
    },
    callbackOf(order, { nowMs }) {
      const body = JSON.stringify(eventOf(order, nowMs()));
      const headers = () => {
        const time = Math.floor(nowMs() / 1_000);
        // In the middle of a rotation.
        const secret = order.id % 2 === 0 ? secretBefore : secretNow;
        const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
        return { "x-fedapay-signature": `t=${time},s=${signature}` };
      };
      return { body, headers };
    },
    bindsRefunds: false,
    failsAtOnce: true,
    hasPage: true,
    feeShare: 100n,
    actingCall: { refund: "refund-start", disburse: "disburse-start" },
    answeredBy: { conditions: "floats" },
  };
}

function emptySearch(call: ProviderCall): ProviderResponse {
  const list = call === "collection-status" ? "v1/transactions" : "v1/payouts";
  return { status: 200, body: { [list]: [], meta: metaOf(1, 25, 0) } };
}

function addTransactions({ call, book, publicUrl, nowMs }: ProviderParts): void {
  call("POST /v1/transactions", "initiate", (request) => {
    const { amount, merchant_reference: key, mode, customer } = NewTransaction.parse(request.body);
    const { number } = customer.phone_number;
    const order = { key, amountXof: BigInt(amount), number, channel: mode };
    const made = book.create({ kind: "collection", ...order });
    return { status: 201, body: { "v1/transaction": transactionBody(made) } };
  });
  call("POST /v1/transactions/:id/token", "link", (request) => {
    const order = book.find(ById.parse(request.params).id);
    if (order?.kind !== "collection") return notFound;
    const token = `${order.id}.${nowMs()}`;
    return { status: 200, body: { token, url: `${publicUrl()}/pay/${order.id}` } };
  });
  call("GET /v1/transactions/search", searching("collection-status"), (request) => {
    const found = searched(request, book.orders("collection"));
    return {
      status: 200,
      body: { "v1/transactions": found.page.map(transactionBody), ...found.meta },
    };
  });
  call("GET /v1/transactions/:id", "collection-status", (request) => {
    const order = book.find(ById.parse(request.params).id);
    if (order?.kind !== "collection") return notFound;
    return { status: 200, body: { "v1/transaction": transactionBody(order) } };
  });
}

function addPayouts({ call, book }: ProviderParts): void {
  const callOfBody = (request: FastifyRequest): ProviderCall => {
    const read = NewPayout.safeParse(request.body);
    return read.data?.custom_metadata.sanu_kind === "refund" ? "refund" : "disburse";
  };
  call("POST /v1/payouts", callOfBody, (request) => {
    const body = NewPayout.parse(request.body);
    const { amount, merchant_reference: key, mode: channel, customer } = body;
    const payer = "id" in customer ? book.find(customer.id) : undefined;
    const number = "id" in customer ? payer?.number : customer.phone_number.number;
    const kind = body.custom_metadata.sanu_kind;
    if (number === undefined || outcomeOfNumber(kind, number) === "refused") return refusedNumber;
    const order = { kind, key, amountXof: BigInt(amount), number, channel, isRecordedOnly: true };
    const made = book.create({ ...order, ...(payer && { refunds: payer }) });
    return { status: 201, body: { "v1/payout": payoutBody(made) } };
  });
  const callOfStart = (request: FastifyRequest): ProviderCall => {
    const id = Start.safeParse(request.body).data?.payouts[0]?.id ?? 0;
    return book.find(id)?.kind === "refund" ? "refund-start" : "disburse-start";
  };
  call("PUT /v1/payouts/start", callOfStart, (request) => {
    const order = book.find(Start.parse(request.body).payouts[0]?.id ?? 0);
    if (order === undefined || order.kind === "collection") return notFound;
    return { status: 200, body: { "v1/payouts": [payoutBody(book.start(order))] } };
  });
  const callOfSearch = (request: FastifyRequest): ProviderCall => {
    const { search } = Search.parse(request.query);
    if (search === undefined) return "statement";
    return book.withKey(search)[0]?.kind === "refund" ? "refund-status" : "disburse-status";
  };
  call("GET /v1/payouts/search", callOfSearch, (request) => {
    const found = searched(request, book.orders(...payouts));
    return { status: 200, body: { "v1/payouts": found.page.map(payoutBody), ...found.meta } };
  });
  const ofId = (request: FastifyRequest) => book.find(ById.parse(request.params).id);
  const callOfId = (request: FastifyRequest): ProviderCall =>
    ofId(request)?.kind === "refund" ? "refund-status" : "disburse-status";
  call("GET /v1/payouts/:id", callOfId, (request) => {
    const order = ofId(request);
    if (order === undefined || order.kind === "collection") return notFound;
    return { status: 200, body: { "v1/payout": payoutBody(order) } };
  });
}

const refusedNumber: ProviderResponse = {
  status: 400,
  body: { message: "Erreur", errors: { customer: ["numéro non éligible"] } },
};

function searching(call: ProviderCall) {
  return (request: FastifyRequest): ProviderCall =>
    Search.parse(request.query).search === undefined ? "statement" : call;
}

/** Newest first, as the dashboard shows them. */
function searched(request: FastifyRequest, orders: readonly ProviderOrder[]) {
  const { search, page, per_page: perPage } = Search.parse(request.query);
  const found = orders.filter(({ key }) => search === undefined || key === search).toReversed();
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return { page: shown, meta: { meta: metaOf(page, perPage, found.length) } };
}

function metaOf(page: number, perPage: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return {
    current_page: page,
    next_page: page < pages ? page + 1 : null,
    prev_page: page > 1 ? page - 1 : null,
    per_page: perPage,
    total_pages: pages,
    total_count: total,
  };
}
