import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { outcomeOfNumber } from "../number-outcome.ts";
import type { ProviderCall } from "../provider-faults.ts";
import type { ProviderOrder } from "../provider-order.ts";
import type { ProviderDefinition, ProviderParts, ProviderResponse } from "../provider-server.ts";
import { idOfToken, invoiceBody, payoutBody, tokenOf } from "./bodies.ts";

const OwnData = z.object({
  sanu_key: z.string(),
  sanu_number: z.string(),
  sanu_channel: z.string(),
});
const NewInvoice = z.object({
  invoice: z.object({
    total_amount: z.int().min(200),
    description: z.string().min(1),
    channels: z.array(z.string()).length(1),
  }),
  store: z.object({ name: z.string().min(1) }),
  custom_data: OwnData,
  actions: z.object({ callback_url: z.url() }),
});
const NewPayout = z.object({
  account_alias: z.string().regex(/^\d{8,10}$/),
  amount: z.int().min(200),
  withdraw_mode: z.string(),
  callback_url: z.url(),
  disburse_id: z.string().min(1),
});
const Submitted = z.object({ disburse_invoice: z.string(), disburse_id: z.string() });
const Asked = z.object({ disburse_invoice: z.string() });
const ByToken = z.object({ token: z.string() });

const yes = (body: object): ProviderResponse => ({
  status: 200,
  body: { response_code: "00", ...body },
});
const no = (code: string, text: string): ProviderResponse => ({
  status: 200,
  body: { response_code: code, response_text: text },
});
const unknownToken = no("5000", "An error occured from our side. Please retry later.");

/** PayDunya as developers.paydunya.com describes it. */
export function paydunya(): ProviderDefinition {
  const [masterKey, privateKey, token] = [1, 2, 3].map(() => randomBytes(12).toString("hex"));
  const hash = createHash("sha512").update(String(masterKey)).digest("hex");
  return {
    provider: "paydunya",
    settingsFor: (url, callbackUrl) => ({
      PAYDUNYA_ENVIRONMENT: "live",
      PAYDUNYA_MASTER_KEY: String(masterKey),
      PAYDUNYA_PRIVATE_KEY: String(privateKey),
      PAYDUNYA_TOKEN: String(token),
      PAYDUNYA_CALLBACK_URL: callbackUrl ?? `${url}/nobody`,
      PAYDUNYA_URL: url,
    }),
    isAuthorised: ({ headers }) =>
      headers["paydunya-master-key"] === masterKey &&
      headers["paydunya-private-key"] === privateKey &&
      headers["paydunya-token"] === token,
    unauthorised: no("1001", "Invalid Masterkey Specified"),
    invalid: (fields) => no("1001", `invalid: ${fields.join(", ")}`),
    notFound: () => unknownToken,
    addRoutes(parts) {
      addInvoices(parts, hash);
      addPayouts(parts);
      parts.call("GET /api/v2/disburse/check-balance", "floats", () => ({
        status: 200,
        body: {
          success: true,
          description: "approximate",
          "Balance BJ": `${parts.book.floatXof()}.00 XOF`,
        },
      }));
    },
    callbackOf(order) {
      if (order.endedAtMs === null) return null;
      const headers = () => ({ "content-type": "application/x-www-form-urlencoded" });
      return { body: noticeOf(order, hash), headers };
    },
    findsByKey: false,
    refusesCollections: false,
    hasPage: true,
    failsAtOnce: false,
    bindsRefunds: false,
    feeShare: 100n,
    actingCall: { refund: "refund-start", disburse: "disburse-start" },
    answeredBy: { conditions: "floats" },
  };
}

/** As PHP writes a form of what is nested; a payout's is flat. */
function noticeOf(order: ProviderOrder, hash: string): string {
  if (order.kind !== "collection") {
    return new URLSearchParams({ hash, ...payoutBody(order) }).toString();
  }
  const { status, invoice, custom_data: own } = invoiceBody(order, hash);
  return new URLSearchParams({
    "data[response_code]": "00",
    "data[hash]": hash,
    "data[status]": status,
    "data[invoice][token]": invoice.token,
    "data[invoice][total_amount]": invoice.total_amount,
    "data[custom_data][sanu_key]": own.sanu_key,
  }).toString();
}

function addInvoices({ call, book, publicUrl }: ProviderParts, hash: string): void {
  call("POST /api/v1/checkout-invoice/create", "initiate", (request) => {
    const { invoice, custom_data: own } = NewInvoice.parse(request.body);
    const made = book.create({
      kind: "collection",
      key: own.sanu_key,
      amountXof: BigInt(invoice.total_amount),
      number: own.sanu_number,
      channel: own.sanu_channel,
    });
    const page = { response_text: `${publicUrl()}/pay/${made.id}`, token: tokenOf(made) };
    return yes({ description: "Checkout Invoice Created", ...page });
  });
  call("GET /api/v1/checkout-invoice/confirm/:token", "collection-status", (request) => {
    const order = book.find(idOfToken(ByToken.parse(request.params).token));
    if (order?.kind !== "collection") return unknownToken;
    return { status: 200, body: invoiceBody(order, hash) };
  });
}

/** Of money that goes out it is not told whether it goes back: what came from the same number before tells us. */
function addPayouts({ call, book }: ProviderParts): void {
  const isRefund = (alias: string, key: string) =>
    book
      .orders("collection")
      .some((one) => one.state === "settled" && one.number.endsWith(alias) && one.key !== key);
  const callOfBody = (request: FastifyRequest): ProviderCall => {
    const read = NewPayout.safeParse(request.body).data;
    return read && isRefund(read.account_alias, read.disburse_id) ? "refund" : "disburse";
  };
  call("POST /api/v2/disburse/get-invoice", callOfBody, (request) => {
    const body = NewPayout.parse(request.body);
    const { account_alias: alias, disburse_id: key, withdraw_mode: channel } = body;
    const kind = isRefund(alias, key) ? "refund" : "disbursement";
    if (outcomeOfNumber(kind, alias) === "refused")
      return no("1001", "withdraw_mode non pris en charge");
    if (book.withKey(key).length > 0) return no("5000", "disburse_id already used");
    const amountXof = BigInt(body.amount);
    if (amountXof > book.floatXof()) return no("4002", "You don't have enough funds.");
    const order = { kind, key, amountXof, number: alias, channel, isRecordedOnly: true } as const;
    return yes({ disburse_token: tokenOf(book.create(order)) });
  });
  const outOf = (token: string): ProviderOrder | undefined => {
    const order = book.find(idOfToken(token));
    return order?.kind === "collection" ? undefined : order;
  };
  const named =
    (suffix: "start" | "status") =>
    (request: FastifyRequest): ProviderCall => {
      const order = outOf(Asked.safeParse(request.body).data?.disburse_invoice ?? "");
      return order?.kind === "refund" ? `refund-${suffix}` : `disburse-${suffix}`;
    };
  call("POST /api/v2/disburse/submit-invoice", named("start"), (request) => {
    const order = outOf(Submitted.parse(request.body).disburse_invoice);
    if (order === undefined) return unknownToken;
    const isSettled = book.start(order).state === "settled";
    return yes({ status: isSettled ? "success" : "pending", transaction_id: `TFA-TX-${order.id}` });
  });
  call("POST /api/v2/disburse/check-status", named("status"), (request) => {
    const order = outOf(Asked.parse(request.body).disburse_invoice);
    return order === undefined ? unknownToken : yes(payoutBody(order));
  });
}
