import { type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { MomentText } from "../../moment-text.ts";

/** Whole francs as a JSON number: the provider knows no smaller unit. */
const Francs = z.int().min(0).transform(BigInt);
const Amount = z
  .int()
  .min(1)
  .transform((francs): Xof => xof(BigInt(francs)));
/** It is sent as a number, and one that a number does not hold would be another order's. */
const Id = z.union([z.int().min(1), z.string().regex(/^[1-9]\d{0,14}$/)]).transform(String);
const Text = z.string().min(1).max(200);
/** A key of ours is short; what somebody else writes there can be as long as no table takes it, and names nothing of ours. */
const Reference = z.string().transform((text) => (text.length > 200 ? null : text));

const ofResource = {
  id: Id,
  amount: Amount,
  status: z.string(),
  merchant_reference: Reference.nullish(),
  amount_transferred: Francs.nullish(),
  created_at: MomentText,
};

/** A collection. Source: docs.fedapay.com/api-reference/transactions/get-all. */
export const Transaction = z.object({
  ...ofResource,
  mode: z.string().nullish(),
  customer_id: Id.nullish(),
  metadata: z.unknown().optional(),
  approved_at: MomentText.nullish(),
  refunded_at: MomentText.nullish(),
  payment_url: z.url({ protocol: /^https?$/ }).nullish(),
});
export type Transaction = z.infer<typeof Transaction>;

/**
 * Money out. Source: docs.fedapay.com/api-reference/payouts/create. Of what it costs only francs are read: `commission` and
 * `fixed_commission` are the terms by which `fees` were made, the first one a rate as text (`"0.018"`).
 */
export const Payout = z.object({
  ...ofResource,
  amount_debited: Francs.nullish(),
  fees: Francs.nullish(),
  sent_at: MomentText.nullish(),
  custom_metadata: z.object({ sanu_kind: Text.optional() }).nullish(),
});
export type Payout = z.infer<typeof Payout>;

/**
 * Who paid on the page, which need not be who was asked. No page of the documentation names it, public integrations read it: where
 * it is there it has to be readable.
 */
export const PaidFrom = z
  .object({ paid_phone_number: z.object({ number: Text, country: z.string().length(2) }) })
  .transform(({ paid_phone_number: phone }) => phone);

export function saysWhoPaid(metadata: unknown): boolean {
  return typeof metadata === "object" && metadata !== null && "paid_phone_number" in metadata;
}

const Meta = z.object({
  current_page: z.int().min(1),
  next_page: z.int().min(2).nullish(),
});

export const TransactionBody = z
  .object({ "v1/transaction": Transaction })
  .transform((body) => body["v1/transaction"]);
export const TransactionsBody = z
  .object({ "v1/transactions": z.array(Transaction), meta: Meta })
  .transform((body) => ({ resources: body["v1/transactions"], meta: body.meta }));
export const PayoutBody = z.object({ "v1/payout": Payout }).transform((body) => body["v1/payout"]);
export const PayoutsBody = z
  .object({ "v1/payouts": z.array(Payout), meta: Meta })
  .transform((body) => ({ resources: body["v1/payouts"], meta: body.meta }));
/** The answer to a start names no page. */
export const StartedBody = z
  .object({ "v1/payouts": z.array(Payout) })
  .transform((body) => body["v1/payouts"]);
export const TokenBody = z.object({ token: Text, url: z.url({ protocol: /^https?$/ }) });
export const BalancesBody = z
  .object({ "v1/balances": z.array(z.object({ id: Id, amount: Francs, mode: Text.nullish() })) })
  .transform((body) => body["v1/balances"]);

type Answer = Extract<ProviderResponse, { readonly kind: "response" }>;

/** An answer with success, and what it holds; undefined for every other. */
export function successOf<Output>(
  response: ProviderResponse,
  shape: z.ZodType<Output>,
): Output | undefined {
  if (response.kind === "no-response") return undefined;
  return isSuccess(response) ? shape.safeParse(response.json).data : undefined;
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

const Refusal = z.object({ errors: z.record(z.string(), z.unknown()) });

/**
 * What an order of ours says. A refusal that names something else is of our account, and says nothing of this order. Nor does one of
 * `merchant_reference`, our key: where it was taken before, there is such an order.
 */
const fieldsOfOrder: ReadonlySet<string> = new Set([
  "amount",
  "currency",
  "customer",
  "description",
  "mode",
  "phone_number",
]);

/** A 400 or 422 that names fields of the order in the provider's own form: what was asked was not done. */
export function isRefusal(response: ProviderResponse): boolean {
  const fields = refusedFields(response);
  return fields.length > 0 && fields.every((field) => fieldsOfOrder.has(field.split(".")[0] ?? ""));
}

/** None where it is no refusal in the provider's own form. */
export function refusedFields(response: ProviderResponse): readonly string[] {
  if (response.kind === "no-response" || ![400, 422].includes(response.status)) return [];
  return Object.keys(Refusal.safeParse(response.json).data?.errors ?? {});
}

const NotFound = z.object({ message: z.string() });

/** A 404 in the provider's own form; a 404 of something in between says nothing. */
export function isNotFound(response: ProviderResponse): boolean {
  if (response.kind === "no-response" || response.status !== 404) return false;
  return NotFound.safeParse(response.json).success;
}

export function receivedOf({ amount, amount_transferred: transferred }: Payout): Xof {
  return transferred ? xof(transferred) : amount;
}

/** What a payout took from our balance besides what the receiver got. */
export function feeOf(payout: Payout): bigint {
  const { amount_debited: debited, fees } = payout;
  const received = receivedOf(payout);
  const taken = debited ?? received + (fees ?? 0n);
  return taken > received ? taken - received : 0n;
}
