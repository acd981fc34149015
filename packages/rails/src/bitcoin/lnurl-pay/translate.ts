import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Instant, msBetween, type Sats } from "@sanu/kernel";
import { z } from "zod";
import type { GuardedResponse } from "../../guarded-http/client.ts";
import { readPublicUrl } from "../../guarded-http/public-url.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { DeliveryReading, InvoiceWanted, IssuedInvoice } from "../../ports/invoice-source.ts";
import type { SendFailure } from "../../ports/send-rail.ts";
import { type Bolt11Invoice, readInvoice } from "../bolt11/invoice.ts";
import { isAcceptedNetwork } from "../network.ts";

const MSAT_PER_SAT = 1_000n;
const Msat = z.number().refine(Number.isInteger).transform(BigInt);

const PayRequest = z.object({
  tag: z.literal("payRequest"),
  callback: z.string(),
  minSendable: Msat,
  maxSendable: Msat,
  metadata: z.string(),
});

/** What a payer without a screen can do nothing with all the same: a text and a link. LUD-09 forbids to pay any other. */
const SuccessAction = z.object({ tag: z.enum(["message", "url"]) });

const Issued = z.object({
  pr: z.string(),
  successAction: SuccessAction.nullish(),
  verify: z.string().nullish().catch(null),
});

const Refusal = z.object({ status: z.string().regex(/^error$/i) });
const TaggedAnswer = z.object({ tag: z.string() });
const InvoiceAnswer = z.object({ pr: z.string() });
const Verification = z.union([
  z.object({ settled: z.literal(false) }),
  z.object({ settled: z.literal(true), preimage: z.string().regex(/^[0-9a-f]{64}$/i) }),
]);

const unusable = { kind: "rejected", reason: "destination-unusable" } as const;
const refused = { kind: "rejected", reason: "refused-by-receiver" } as const;

/** What the receiver's server takes, and where it writes the invoice for it. */
export interface PayTerms {
  readonly callbackUrl: string;
  /** Lower-case hex of SHA-256 over the metadata exactly as they came. */
  readonly metadataHash: string;
}

/** The first answer of LUD-06. */
export function readPayRequest(
  response: GuardedResponse,
  amountSats: Sats,
): CallOutcome<PayTerms, SendFailure> {
  const said = saidBy(response);
  if (said.kind === "unknown") return said;
  if (said.kind !== "said") return unusable;
  const read = PayRequest.safeParse(said.json);
  if (!read.success) return speaksOf(TaggedAnswer, said.json);
  const { callback, minSendable, maxSendable, metadata } = read.data;
  const amountMsat = msatOf(amountSats);
  if (amountMsat < minSendable || amountMsat > maxSendable) return refused;
  const url = readPublicUrl(callback);
  if (url === null) return unusable;
  url.search = `${url.search === "" ? "?" : `${url.search}&`}amount=${amountMsat}`;
  url.hash = "";
  const metadataHash = bytesToHex(sha256(utf8ToBytes(metadata)));
  return { kind: "accepted", value: { callbackUrl: url.href, metadataHash } };
}

/** The second answer: an invoice of exactly the amount and the network that bears the hash of the metadata, or none. */
export function readIssuedInvoice(
  response: GuardedResponse,
  wanted: Omit<InvoiceWanted, "destination"> & Pick<PayTerms, "metadataHash">,
  now: Instant,
): CallOutcome<IssuedInvoice, SendFailure> {
  const said = saidBy(response);
  if (said.kind === "unknown") return said;
  if (said.kind === "refusal") return refused;
  if (said.kind === "for-good") return unusable;
  const read = Issued.safeParse(said.json);
  if (!read.success) return speaksOf(InvoiceAnswer, said.json);
  const invoice = readInvoice(read.data.pr);
  if (invoice === null || !isAsWanted(invoice, wanted)) return unusable;
  if (msBetween(now, invoice.expiresAt) <= 0) return unusable;
  const { text, paymentHash } = invoice;
  const verifyUrl = readPublicUrl(read.data.verify ?? "")?.href ?? null;
  return { kind: "accepted", value: { invoice: text, paymentHash, verifyUrl } };
}

function isAsWanted(
  { network, amountMsat, descriptionHash }: Bolt11Invoice,
  wanted: Omit<InvoiceWanted, "destination"> & Pick<PayTerms, "metadataHash">,
): boolean {
  const isExact = amountMsat === msatOf(wanted.amountSats);
  const isOurs = (descriptionHash ?? wanted.metadataHash) === wanted.metadataHash;
  return isExact && isOurs && isAcceptedNetwork(wanted.network, [network]);
}

/** LUD-21. Only the preimage proves it. */
export function readVerification(response: GuardedResponse, paymentHash: string): DeliveryReading {
  const said = saidBy(response);
  if (said.kind === "unknown") return said;
  const read = Verification.safeParse(said.kind === "said" ? said.json : undefined);
  if (!read.success) return unknownBecause("unexpected-response");
  if (!read.data.settled) return { kind: "pending" };
  const preimage = read.data.preimage.toLowerCase();
  const isProof = bytesToHex(sha256(hexToBytes(preimage))) === paymentHash;
  return isProof ? { kind: "delivered", preimage } : unknownBecause("unexpected-response");
}

type Said =
  | { readonly kind: "said"; readonly json: unknown }
  /** `status: "ERROR"`. */
  | { readonly kind: "refusal" }
  /** Another look would change nothing: no public address, a redirect, nobody of that name. */
  | { readonly kind: "for-good" }
  | Unknown;

/** By LUD-01 only the body speaks; but a server that has a fault, or is busy, may say something else soon. */
function saidBy(response: GuardedResponse): Said {
  if (response.kind === "forbidden") return { kind: "for-good" };
  if (response.kind === "no-response") return unknownResponse(response);
  const { status, json } = response;
  if (status >= 500 || status === 429) return unknownResponse(response);
  if (Refusal.safeParse(json).success) return { kind: "refusal" };
  if (json !== undefined) return { kind: "said", json };
  const isForGood = (status >= 300 && status < 400) || status === 404 || status === 410;
  return isForGood ? { kind: "for-good" } : unknownResponse(response);
}

/** An answer of the right kind that says something wrong is no answer to wait for a better one of. */
function speaksOf(kind: z.ZodType, json: unknown) {
  return kind.safeParse(json).success ? unusable : unknownBecause("unexpected-response");
}

function msatOf(amountSats: Sats): bigint {
  return amountSats * MSAT_PER_SAT;
}
