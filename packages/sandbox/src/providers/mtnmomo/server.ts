import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { outcomeOfNumber } from "../number-outcome.ts";
import type { ProviderBook } from "../provider-book.ts";
import type { ProviderCall } from "../provider-faults.ts";
import type { NewOrder } from "../provider-order.ts";
import type { ProviderDefinition, ProviderParts, ProviderResponse } from "../provider-server.ts";
import { createProductAccess } from "./access.ts";
import { currency, movementBody } from "./bodies.ts";

const Party = z.object({
  partyIdType: z.literal("MSISDN"),
  partyId: z.string().regex(/^\d{7,15}$/),
});
const Money = {
  amount: z.string().regex(/^[1-9]\d{0,17}$/),
  currency: z.literal(currency),
  externalId: z.string().min(1),
  payerMessage: z.string().max(160),
  payeeNote: z.string().max(160),
};
const NewRequest = z.object({ ...Money, payer: Party });
const NewTransfer = z.object({ ...Money, payee: Party });
const Headers = z.object({
  "x-reference-id": z.uuid({ version: "v4" }),
  "x-target-environment": z.literal("sandbox"),
  "x-callback-url": z.url().optional(),
});
const ById = z.object({ id: z.string() });

const refusal = (status: number, code: string): ProviderResponse => ({
  status,
  body: { code, message: "" },
});
const notFound = refusal(404, "RESOURCE_NOT_FOUND");

/** How payers of its sandbox end; every other one pays. Source: momodeveloper.mtn.com/api-documentation/testing. */
const sandboxPayers: Readonly<Record<string, string>> = {
  "46733123452": "EXPIRED",
  "46733123455": "PAYER_NOT_FOUND",
  "46733123456": "PAYEE_NOT_ALLOWED_TO_RECEIVE",
  "46733123457": "NOT_ALLOWED",
  "46733123458": "NOT_ALLOWED_TARGET_ENVIRONMENT",
  "46733123459": "INVALID_CALLBACK_URL_HOST",
  "46733123460": "INVALID_CURRENCY",
  "46733123461": "INTERNAL_PROCESSING_ERROR",
  "46733123462": "SERVICE_UNAVAILABLE",
  "46733123463": "COULD_NOT_PERFORM_TRANSACTION",
  "46733123464": "TRANSFER_TYPE_UNKNOWN",
};

/** MTN MoMo as momodeveloper.mtn.com describes the products Collection and Disbursement. */
export function mtnmomo(): ProviderDefinition {
  const products = [
    createProductAccess("collection"),
    createProductAccess("disbursement"),
  ] as const;
  const [collections, disbursements] = products;
  /** Those that asked for a callback. */
  const calledBack = new Set<string>();
  let registered: string | null = null;
  const place = (book: ProviderBook, request: FastifyRequest, order: Omit<NewOrder, "key">) => {
    const headers = Headers.parse(request.headers);
    const { "x-reference-id": key, "x-callback-url": callbackUrl } = headers;
    if (book.withKey(key).length > 0) return refusal(409, "RESOURCE_ALREADY_EXIST");
    const isForeign = callbackUrl !== undefined && callbackUrl !== registered;
    if (isForeign) return refusal(400, "INVALID_CALLBACK_URL_HOST");
    if (callbackUrl !== undefined) calledBack.add(key);
    take(book, { ...order, key });
    return { status: 202, body: null };
  };
  return {
    provider: "mtnmomo",
    settingsFor(url, callbackUrl) {
      registered = callbackUrl;
      return {
        MTN_MOMO_ENVIRONMENT: "sandbox",
        MTN_MOMO_COUNTRY: "BJ",
        MTN_MOMO_URL: url,
        ...collections.settings,
        ...disbursements.settings,
        ...(callbackUrl !== null && { MTN_MOMO_CALLBACK_URL: callbackUrl }),
      };
    },
    isAuthorised: (request) =>
      (request.url.startsWith("/collection/") ? collections : disbursements).admits(request),
    unauthorised: { status: 401, body: { error: "invalid_token" } },
    invalid: () => refusal(400, "VALIDATION_ERROR"),
    notFound: () => notFound,
    addRoutes(parts) {
      const givesTokens = [
        ["collection", collections],
        ["disbursement", disbursements],
      ] as const;
      for (const [product, access] of givesTokens) {
        parts.call(`POST /${product}/token/`, "token", () => {
          const token = { token_type: "access_token", expires_in: 3_600 };
          return { status: 200, body: { access_token: access.giveToken(), ...token } };
        });
      }
      addCollections(parts, place);
      addTransfers(parts, place);
    },
    callbackOf(order) {
      if (order.endedAtMs === null || !calledBack.has(order.key)) return null;
      const body = JSON.stringify(movementBody(order));
      return { method: "PUT", body, headers: () => ({}) };
    },
    bindsRefunds: false,
    failsAtOnce: false,
    hasPage: false,
    feeShare: null,
    sendsCallbacksOnce: true,
    actingCall: {},
    answeredBy: { conditions: "floats" },
  };
}

type Place = (
  book: ProviderBook,
  request: FastifyRequest,
  order: Omit<NewOrder, "key">,
) => ProviderResponse;

/** What cannot succeed is taken all the same, and fails behind the answer. */
function take(book: ProviderBook, order: NewOrder): void {
  const reason =
    order.kind === "collection"
      ? sandboxPayers[order.number]
      : order.amountXof > book.floatXof()
        ? "NOT_ENOUGH_FUNDS"
        : undefined;
  if (reason === undefined) book.create(order);
  else book.fail(book.create({ ...order, isRecordedOnly: true }), reason);
}

function find({ book }: ProviderParts, request: FastifyRequest, path: "collection" | "transfer") {
  const [order] = book.withKey(ById.parse(request.params).id);
  const isThere = order !== undefined && (order.kind === "collection") === (path === "collection");
  return isThere ? { status: 200, body: movementBody(order) } : notFound;
}

function addCollections(parts: ProviderParts, place: Place): void {
  const path = "/collection/v1_0/requesttopay";
  parts.call(`POST ${path}`, "initiate", (request) => {
    const { amount, payer } = NewRequest.parse(request.body);
    const amountXof = BigInt(amount);
    const order = { kind: "collection", amountXof, number: payer.partyId, channel: "" } as const;
    return place(parts.book, request, order);
  });
  parts.call(`GET ${path}/:id`, "collection-status", (request) =>
    find(parts, request, "collection"),
  );
}

function addTransfers(parts: ProviderParts, place: Place): void {
  const { book, call } = parts;
  const path = "/disbursement/v1_0/transfer";
  const kindOf = (request: FastifyRequest) => {
    const note = NewTransfer.safeParse(request.body).data?.payeeNote;
    return note === "REFUND" ? ("refund" as const) : ("disbursement" as const);
  };
  call(
    `POST ${path}`,
    (request): ProviderCall => (kindOf(request) === "refund" ? "refund" : "disburse"),
    (request) => {
      const { amount, payee } = NewTransfer.parse(request.body);
      const [kind, number] = [kindOf(request), payee.partyId];
      if (outcomeOfNumber(kind, number) === "refused") return refusal(400, "PAYEE_NOT_FOUND");
      return place(book, request, { kind, amountXof: BigInt(amount), number, channel: "" });
    },
  );
  const callOfStatus = ({ params }: FastifyRequest): ProviderCall =>
    book.withKey(ById.parse(params).id)[0]?.kind === "refund" ? "refund-status" : "disburse-status";
  call(`GET ${path}/:id`, callOfStatus, (request) => find(parts, request, "transfer"));
  call("GET /disbursement/v1_0/account/balance", "floats", () => ({
    status: 200,
    body: { availableBalance: String(book.floatXof()), currency },
  }));
}
