import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { z } from "zod";
import { outcomeOfNumber } from "../number-outcome.ts";
import type { ProviderBook } from "../provider-book.ts";
import type { NewOrder, OrderKind, ProviderOrder } from "../provider-order.ts";
import type { ProviderDefinition, ProviderParts, ProviderResponse } from "../provider-server.ts";
import { configuration, idNames, orderBody } from "./bodies.ts";

const Account = z.object({
  type: z.literal("MMO"),
  accountDetails: z.object({ phoneNumber: z.string().regex(/^\d{7,15}$/), provider: z.string() }),
});
const Money = { amount: z.string().regex(/^\d{1,18}$/), currency: z.literal("XOF") };
const NewDeposit = z.object({ depositId: z.uuid({ version: "v4" }), payer: Account, ...Money });
const NewPayout = z.object({ payoutId: z.uuid({ version: "v4" }), recipient: Account, ...Money });
const NewRefund = z.object({ refundId: z.uuid({ version: "v4" }), depositId: z.uuid(), ...Money });
const Prediction = z.object({ phoneNumber: z.string().regex(/^\d{7,15}$/) });
const ById = z.object({ id: z.string() });

const bounds = { min: 100n, max: 2_000_000n } as const;
const notFound: ProviderResponse = { status: 200, body: { status: "NOT_FOUND" } };

/** pawaPay as docs.pawapay.io describes the second version of its API. */
export function pawapay(): ProviderDefinition {
  const token = randomBytes(24).toString("base64url");
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    provider: "pawapay",
    settingsFor: (url, callbackUrl) => ({
      PAWAPAY_ENVIRONMENT: "sandbox",
      PAWAPAY_API_TOKEN: token,
      PAWAPAY_URL: url,
      PAWAPAY_CALLBACK_KEYS: publicKey.export({ type: "spki", format: "pem" }).toString(),
      PAWAPAY_CALLBACK_URL: callbackUrl ?? `${url}/nobody`,
    }),
    isAuthorised: ({ headers }) => headers.authorization === `Bearer ${token}`,
    unauthorised: { status: 403, body: { failureReason: { failureCode: "AUTHENTICATION_ERROR" } } },
    invalid: (fields) => ({
      status: 400,
      body: { status: "REJECTED", ...reason("INVALID_PARAMETER", fields.join(", ")) },
    }),
    notFound: (call) =>
      call.endsWith("-status") ? notFound : { status: 404, body: reason("NOT_FOUND") },
    addRoutes(parts) {
      addDeposits(parts);
      addPayouts(parts);
      addRefunds(parts);
      addToolkit(parts);
    },
    callbackOf(order, { nowMs, callbackUrl }) {
      if (order.endedAtMs === null) return null;
      const body = JSON.stringify(orderBody(order));
      const url = new URL(callbackUrl);
      return { body, headers: () => signatureHeaders({ body, url, privateKey, nowMs: nowMs() }) };
    },
    bindsRefunds: true,
    failsAtOnce: false,
    hasPage: false,
    feeShare: null,
    actingCall: {},
    answeredBy: {},
  };
}

interface Signing {
  readonly body: string;
  readonly url: URL;
  readonly privateKey: KeyObject;
  readonly nowMs: number;
}

/** RFC 9421 over method, receiver, moment, digest and type; the signature in DER, as its own sample writes it. */
function signatureHeaders({ body, url, privateKey, nowMs }: Signing) {
  const created = Math.floor(nowMs / 1_000);
  const digest = `sha-512=:${createHash("sha512").update(body).digest("base64")}:`;
  const date = new Date(nowMs).toISOString();
  const covered: readonly (readonly [string, string])[] = [
    ["@method", "POST"],
    ["@authority", url.host],
    ["@path", url.pathname],
    ["signature-date", date],
    ["content-digest", digest],
    ["content-type", "application/json"],
  ];
  const names = covered.map(([name]) => `"${name}"`).join(" ");
  const parameters = `(${names});alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=${created};expires=${created + 60}`;
  const lines = covered.map(([name, value]) => `"${name}": ${value}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join("\n");
  return {
    "signature-date": date,
    "content-digest": digest,
    "signature-input": `sig-pp=${parameters}`,
    signature: `sig-pp=:${sign("sha256", Buffer.from(base), privateKey).toString("base64")}:`,
  };
}

function reason(failureCode: string, failureMessage = "") {
  return { failureReason: { failureCode, failureMessage } };
}

/** Takes an id once; a refusal is not kept, so that it may come again. */
function initiate(
  book: ProviderBook,
  order: NewOrder,
  refusal: () => string | undefined,
): ProviderResponse {
  const answer = (status: string, code?: string): ProviderResponse => ({
    status: 200,
    body: { [idNames[order.kind]]: order.key, status, ...(code !== undefined && reason(code)) },
  });
  if (book.withKey(order.key).length > 0) return answer("DUPLICATE_IGNORED");
  const isInBounds = order.amountXof >= bounds.min && order.amountXof <= bounds.max;
  const code = isInBounds ? refusal() : "AMOUNT_OUT_OF_BOUNDS";
  if (code !== undefined) return answer("REJECTED", code);
  book.create(order);
  return answer("ACCEPTED");
}

function find(book: ProviderBook, kind: OrderKind, params: unknown): ProviderResponse {
  const order = book.withKey(ById.parse(params).id).find((one) => one.kind === kind);
  if (order === undefined) return notFound;
  return { status: 200, body: { status: "FOUND", data: orderBody(order) } };
}

function addDeposits({ call, book }: ProviderParts): void {
  call("POST /v2/deposits", "initiate", (request) => {
    const { depositId: key, amount, payer } = NewDeposit.parse(request.body);
    const { phoneNumber: number, provider: channel } = payer.accountDetails;
    const order = { kind: "collection", key, amountXof: BigInt(amount), number, channel } as const;
    return initiate(book, order, () => undefined);
  });
  call("GET /v2/deposits/:id", "collection-status", ({ params }) =>
    find(book, "collection", params),
  );
}

function addPayouts({ call, book }: ProviderParts): void {
  call("POST /v2/payouts", "disburse", (request) => {
    const { payoutId: key, amount, recipient } = NewPayout.parse(request.body);
    const { phoneNumber: number, provider: channel } = recipient.accountDetails;
    const amountXof = BigInt(amount);
    return initiate(book, { kind: "disbursement", key, amountXof, number, channel }, () => {
      if (amountXof > book.floatXof()) return "PAWAPAY_WALLET_OUT_OF_FUNDS";
      const isRefused = outcomeOfNumber("disbursement", number) === "refused";
      return isRefused ? "PROVIDER_TEMPORARILY_UNAVAILABLE" : undefined;
    });
  });
  call("GET /v2/payouts/:id", "disburse-status", ({ params }) =>
    find(book, "disbursement", params),
  );
}

function addRefunds({ call, book }: ProviderParts): void {
  call("POST /v2/refunds", "refund", (request) => {
    const { refundId: key, depositId, amount } = NewRefund.parse(request.body);
    const amountXof = BigInt(amount);
    const [deposit] = book.withKey(depositId);
    const { number = "", channel = "" } = deposit ?? {};
    const refunds = deposit && { refunds: deposit };
    const order = { kind: "refund", key, amountXof, number, channel, ...refunds } as const;
    return initiate(book, order, () => refusalOf(book, amountXof, deposit));
  });
  call("GET /v2/refunds/:id", "refund-status", ({ params }) => find(book, "refund", params));
}

/** One refund at a time, and no more than came in. */
function refusalOf(
  book: ProviderBook,
  amountXof: bigint,
  deposit: ProviderOrder | undefined,
): string | undefined {
  if (deposit === undefined) return "NOT_FOUND";
  if (deposit.state !== "settled") return "INVALID_STATE";
  const earlier = book.orders("refund").filter(({ refunds }) => refunds?.id === deposit.id);
  if (earlier.some(({ state }) => state === "pending")) return "REFUND_IN_PROGRESS";
  const wentBack = earlier.filter(({ state }) => state === "settled");
  const total = wentBack.reduce((sum, one) => sum + one.amountXof, 0n);
  if (total >= deposit.amountXof) return "DEPOSIT_ALREADY_REFUNDED";
  return total + amountXof > deposit.amountXof ? "AMOUNT_TOO_LARGE" : undefined;
}

function addToolkit({ call, book }: ProviderParts): void {
  call("POST /v2/predict-provider", "predict", (request) => {
    const { phoneNumber } = Prediction.parse(request.body);
    return { status: 200, body: { country: "BEN", provider: "MTN_MOMO_BEN", phoneNumber } };
  });
  call("GET /v2/wallet-balances", "floats", () => {
    const wallet = { country: "BEN", currency: "XOF", provider: null };
    return { status: 200, body: { balances: [{ ...wallet, balance: `${book.floatXof()}.00` }] } };
  });
  call("GET /v2/active-conf", "conditions", () => ({ status: 200, body: configuration(bounds) }));
}
