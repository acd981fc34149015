import { type Instant, isInstant, msBetween, type Sats, sats } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { LiquidityReading } from "../../ports/float-reading.ts";
import type { Preparation, SendFailure, SendOutcome, SendStatus } from "../../ports/send-rail.ts";
import { rowOf } from "../../row-of.ts";
import { readInvoice } from "../bolt11/invoice.ts";
import { sendOutcomeOf } from "../send-outcome.ts";
import { readPayment } from "../transaction.ts";

const SatsText = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .transform((text): Sats => sats(BigInt(text)));

const Send = z.object({
  id: z.string(),
  status: z.string(),
  fee_sats: SatsText.nullable(),
  settled_at: z
    .custom<Instant>((value) => typeof value === "string" && isInstant(value))
    .nullable(),
  failure: z.string().nullable(),
  proof: z.string().nullable(),
});

const Invoice = z.object({ invoice: z.string() });
const Built = z.object({ txid: z.string(), raw_transaction: z.string(), fee_sats: SatsText });
const Balances = z.object({
  node: z.string().min(1),
  outbound_sats: SatsText,
  confirmed_sats: SatsText,
});
const Refusal = z.object({ code: z.string() });

const failures: Readonly<Record<string, SendFailure>> = {
  no_route: "no-route",
  invoice_expired: "destination-unusable",
};

export const PreparedPayload = z.discriminatedUnion("rail", [
  z.object({ rail: z.literal("lightning"), invoice: z.string() }),
  z.object({ rail: z.literal("chain"), rawTransaction: z.string(), feeSats: SatsText }),
]);
export type PreparedPayload = z.infer<typeof PreparedPayload>;

const unusable = { kind: "rejected", reason: "destination-unusable" } as const;

/** An invoice that the receiver's server issued for a Lightning address or LNURL. */
export function readIssuedInvoice(
  response: ProviderResponse,
  amountSats: Sats,
  now: Instant,
): Preparation {
  if (isUnusable(response)) return unusable;
  const issued = Invoice.safeParse(isResponse(response, 201) ? response.json : undefined);
  return issued.success
    ? prepareInvoice(issued.data.invoice, amountSats, now)
    : unknownResponse(response);
}

/** Accepts an invoice of exactly the amount, or without one, that has not expired. */
export function prepareInvoice(text: string, amountSats: Sats, now: Instant): Preparation {
  const invoice = readInvoice(text);
  if (invoice === null || msBetween(now, invoice.expiresAt) <= 0) return unusable;
  const isExact = invoice.amountMsat === null || invoice.amountMsat === amountSats * 1_000n;
  if (!isExact) return unusable;
  return prepared(`lightning:${invoice.paymentHash}`, { rail: "lightning", invoice: invoice.text });
}

/** The transaction has to pay the receiver exactly, whatever the answer says. */
export function readBuilt(
  response: ProviderResponse,
  expected: { readonly address: string; readonly amountSats: Sats },
): Preparation {
  if (isUnusable(response)) return unusable;
  // The wallet is empty for the moment; nothing was signed.
  const empty = "insufficient-balance";
  if (isRefusal(response, empty)) return { kind: "rejected", reason: empty };
  const built = Built.safeParse(isResponse(response, 201) ? response.json : undefined);
  if (!built.success) return unknownResponse(response);
  const { raw_transaction: rawTransaction, fee_sats: feeSats } = built.data;
  const payment = readPayment(rawTransaction, expected);
  if (payment === null) return unknownBecause("unexpected-response");
  return prepared(`chain:${payment.txid}`, { rail: "chain", rawTransaction, feeSats });
}

function prepared(naturalKey: string, payload: PreparedPayload): Preparation {
  const text = JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  return { kind: "accepted", value: { naturalKey, payload: text } };
}

/** 200: the node's first word on this send. 409: it had it before. 422: it will never send this. */
export function readSent(response: ProviderResponse, naturalKey: string): SendOutcome {
  if (isUnusable(response)) return unusable;
  if (!isResponse(response, 200) && !isResponse(response, 409)) return unknownResponse(response);
  return sendOutcomeOf(statusOf(response, naturalKey));
}

/** The status of a send, asked for by its natural key, which the answer has to name. */
export function readSendStatus(response: ProviderResponse, naturalKey: string): SendStatus {
  if (isResponse(response, 404)) {
    const refusal = Refusal.safeParse(response.json);
    const isOurs = refusal.success && refusal.data.code === "not-found";
    return isOurs ? { kind: "not-found" } : unknownResponse(response);
  }
  return isResponse(response, 200) ? statusOf(response, naturalKey) : unknownResponse(response);
}

function statusOf(response: ReadResponse, naturalKey: string): SendStatus {
  const send = Send.safeParse(response.json);
  if (!send.success) return unknownResponse(response);
  const { id, status, fee_sats: feeSats, settled_at: settledAt, failure, proof } = send.data;
  if (!naturalKey.endsWith(`:${id}`)) return unknownBecause("unexpected-response");
  if (status === "in_flight") return { kind: "in-flight" };
  if (status === "settled" && feeSats !== null && settledAt !== null) {
    return { kind: "settled", feeSats, settledAt, proof };
  }
  const reason = status === "failed" ? rowOf(failures, failure ?? "") : undefined;
  return reason === undefined ? unknownBecause("unexpected-response") : { kind: "failed", reason };
}

type ReadResponse = Extract<ProviderResponse, { readonly kind: "response" }>;

function isResponse(response: ProviderResponse, status: number): response is ReadResponse {
  return response.kind === "response" && response.status === status;
}

function isUnusable(response: ProviderResponse): boolean {
  return isRefusal(response, "unusable-destination");
}

function isRefusal(response: ProviderResponse, code: string): boolean {
  const refusal = Refusal.safeParse(isResponse(response, 422) ? response.json : undefined);
  return refusal.success && refusal.data.code === code;
}

/** What the node could send now; in flight money is no part of it. */
export function readLiquidity(response: ProviderResponse): LiquidityReading {
  const read = Balances.safeParse(isResponse(response, 200) ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  const { node: account, outbound_sats: outboundSats, confirmed_sats: confirmedSats } = read.data;
  return { kind: "liquidity", nodes: [{ account, outboundSats, confirmedSats }] };
}
