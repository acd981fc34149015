import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { instantOfEpochMs, type Sats, sats } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { EpochMs } from "../../moment-text.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { LiquidityReading } from "../../ports/float-reading.ts";
import type { SendAccepted, SendFailure, SendStatus } from "../../ports/send-rail.ts";
import { rowOf } from "../../row-of.ts";
import { satsCosting } from "../msat.ts";

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const Whole = z.number().int().min(0);

/** What the node writes down of a payment. A failed one keeps no reason. */
const Outgoing = z.object({
  paymentHash: Hex32,
  preimage: Hex32.nullish(),
  isPaid: z.boolean(),
  /** In thousandths of a satoshi. */
  fees: Whole,
  /** No payment ended in 1970: behind such an end it could still be under way. */
  completedAt: EpochMs.positive().nullish(),
});

const Paid = z.object({ paymentHash: Hex32, paymentPreimage: Hex32 });
const NotPaid = z.object({ reason: z.string() });
const Balance = z.object({ balanceSat: Whole });

/** The words of a reason, as far as another is right than that no way was found. Source: ACINQ/lightning-kmp. */
const failures: Readonly<Record<string, SendFailure>> = {
  "not enough funds in wallet to afford payment": "insufficient-balance",
  "not enough funds": "insufficient-balance",
  "recipient node rejected the payment": "refused-by-receiver",
  "payment request features not supported": "destination-unusable",
  "the payment amount is too small": "destination-unusable",
};

/** It refuses so before it writes anything down. */
const refusedUnwritten = new Set(["payment request features not supported"]);

/** How a hash stands; nothing is sent of one that the node had tried before, so its tries are ours. */
export function readPayment(response: ProviderResponse, paymentHash: string): SendStatus {
  if (isNotFound(response)) return { kind: "not-found" };
  const read = readOutgoing(response, paymentHash);
  if (read.kind === "unknown") return read;
  const { isPaid, completedAt, fees, preimage } = read;
  if (isPaid) {
    if (typeof completedAt !== "number" || !isProof(preimage, paymentHash)) {
      return unknownBecause("unexpected-response");
    }
    const settledAt = instantOfEpochMs(completedAt);
    return {
      kind: "settled",
      feeSats: satsCosting(BigInt(fees)),
      settledAt,
      proof: preimage ?? null,
    };
  }
  // Only who was paid can have told it: what is not paid, and shows it, is or will be.
  if (isProof(preimage, paymentHash)) return unknownBecause("unexpected-response");
  return typeof completedAt === "number"
    ? { kind: "failed", reason: "no-route" }
    : { kind: "in-flight" };
}

/**
 * Before anything is sent. Of several failed tries the book shows the oldest one, so how a further one ends could not be
 * read: this node tries a hash once. What is under way or paid is somebody else's send.
 */
export function readUntried(
  response: ProviderResponse,
  paymentHash: string,
): CallOutcome<null, SendFailure> {
  const before = readPayment(response, paymentHash);
  switch (before.kind) {
    case "not-found":
      return { kind: "accepted", value: null };
    case "failed":
      return { kind: "rejected", reason: before.reason };
    case "in-flight":
    case "settled":
      return { kind: "rejected", reason: "destination-unusable" };
    case "unknown":
      return before;
  }
}

export type PayAnswer =
  | { readonly kind: "paid" }
  | { readonly kind: "not-paid"; readonly reason: string }
  | Unknown;

/** 200 for a yes and for a no: only what stands in it tells them apart. */
export function readPayAnswer(response: ProviderResponse, paymentHash: string): PayAnswer {
  if (response.kind !== "response" || response.status !== 200) return unknownResponse(response);
  const notPaid = NotPaid.safeParse(response.json);
  if (notPaid.success) return { kind: "not-paid", reason: notPaid.data.reason };
  const paid = Paid.safeParse(response.json);
  if (!paid.success) return unknownResponse(response);
  const isOurs = paid.data.paymentHash === paymentHash;
  return isOurs && isProof(paid.data.paymentPreimage, paymentHash)
    ? { kind: "paid" }
    : unknownBecause("unexpected-response");
}

/** The answer of the call and the node's own book together; only the book ends a payment. */
export function outcomeOfPay(
  answer: Exclude<PayAnswer, Unknown>,
  status: SendStatus,
): CallOutcome<SendAccepted, SendFailure> {
  switch (status.kind) {
    case "in-flight":
    case "settled":
      return { kind: "accepted", value: status };
    case "failed":
      return answer.kind === "not-paid"
        ? { kind: "rejected", reason: rowOf(failures, answer.reason) ?? status.reason }
        : unknownBecause("unexpected-response");
    case "not-found":
      return answer.kind === "not-paid" && refusedUnwritten.has(answer.reason)
        ? { kind: "rejected", reason: rowOf(failures, answer.reason) ?? "no-route" }
        : unknownBecause("unexpected-response");
    case "unknown":
      return status;
  }
}

/** What its channels can send; it holds nothing on chain that it could send from. */
export function readLiquidity(response: ProviderResponse, account: string): LiquidityReading {
  const isRead = response.kind === "response" && response.status === 200;
  const read = Balance.safeParse(isRead ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  const outboundSats = sats(BigInt(read.data.balanceSat));
  return { kind: "liquidity", nodes: [{ account, outboundSats, confirmedSats: sats(0n) }] };
}

/** Four sats and four in a thousand, whatever the way: it takes no limit of ours. Source: phoenixd, conf/Lsp.kt. */
export function feeSatsAtMost(amountSats: Sats): Sats {
  return satsCosting(4_000n + amountSats * 4n);
}

function readOutgoing(response: ProviderResponse, paymentHash: string) {
  const isRead = response.kind === "response" && response.status === 200;
  const read = Outgoing.safeParse(isRead ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  const isOurs = read.data.paymentHash === paymentHash;
  return isOurs
    ? ({ kind: "payment", ...read.data } as const)
    : unknownBecause("unexpected-response");
}

/** Another 404 is of a path that it does not know. */
function isNotFound(response: ProviderResponse): boolean {
  return response.kind === "response" && response.status === 404 && response.text === "Not found";
}

function isProof(preimage: string | null | undefined, paymentHash: string): boolean {
  return typeof preimage === "string" && bytesToHex(sha256(hexToBytes(preimage))) === paymentHash;
}
