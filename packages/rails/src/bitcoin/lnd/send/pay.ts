import type { Clock } from "@sanu/kernel";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { Preparation, SendOrder, SendOutcome, SendStatus } from "../../../ports/send-rail.ts";
import { readInvoice } from "../../bolt11/invoice.ts";
import { destinationMark } from "../../destination-mark.ts";
import type { BitcoinNetwork } from "../../network.ts";
import { sendOutcomeOf } from "../../send-outcome.ts";
import { readUsableInvoice } from "../../usable-invoice.ts";
import type { LndClient } from "../client.ts";
import { urlSafeOf } from "../units.ts";
import { type LightningPayload, writePayload } from "./payload.ts";
import {
  afterLine,
  type ExpectedPayment,
  isLastLine,
  readLastTry,
  readPaymentStatus,
  readSendLine,
  readSent,
  type SendLine,
} from "./translate-payment.ts";

export const paymentLimits = {
  /** No new try begins after this; one that is under way is not ended by it. */
  timeoutSeconds: 60,
  /** A payment that hangs comes back within so many blocks, about a week. */
  cltvLimitBlocks: 1_008,
} as const;

export interface PayDeps {
  readonly client: LndClient;
  readonly network: BitcoinNetwork;
  readonly clock: Clock;
  readonly callTimeoutMs: number;
}

export interface OfferedInvoice {
  readonly text: string;
  readonly isFetched: boolean;
  readonly verifyUrl: string | null;
}

/** Sends nothing; asks the node whether it has tried this hash before. */
export async function preparePayment(
  deps: PayDeps,
  { amountSats }: Pick<SendOrder, "amountSats">,
  { text, ...issued }: OfferedInvoice,
): Promise<Preparation> {
  const { network, clock } = deps;
  const now = clock.now();
  const invoice = readUsableInvoice(text, { amountSats, network, now });
  if (invoice === null) return { kind: "rejected", reason: "destination-unusable" };
  const { paymentHash } = invoice;
  const expected = { paymentHash, amountMsat: null, afterIndex: null, now };
  const lastTry = readLastTry(await track(deps, paymentHash), expected);
  if (lastTry.kind !== "accepted") return lastTry;
  const afterIndex = lastTry.value;
  const payload = { invoice: invoice.text, amountSats, ...issued, afterIndex };
  return {
    kind: "accepted",
    value: {
      naturalKey: `lightning:${paymentHash}`,
      payload: writePayload({ rail: "lightning", ...payload }),
      destinationMark: destinationMark("node", invoice.payee),
    },
  };
}

/** Ends with the payment, or with what is known when the time is over; the payment goes on without us. */
export async function pay(
  deps: PayDeps,
  payload: LightningPayload,
  of: { readonly naturalKey: string; readonly feeLimitSats: bigint },
): Promise<SendOutcome> {
  const { client, callTimeoutMs } = deps;
  const expected = expectedOf(deps, of.naturalKey, payload);
  const lines = client.stream({
    method: "POST",
    path: "/v2/router/send",
    body: sendBody(payload, of.feeLimitSats),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  let known: SendLine | undefined;
  for await (const line of lines) {
    known = afterLine(known, readSendLine(line, expected));
    if (isLastLine(known)) break;
  }
  const sent = readSent(known, payload);
  if (sent.kind !== "known") return sent;
  return sendOutcomeOf(readPaymentStatus(await track(deps, expected.paymentHash), expected));
}

function sendBody({ invoice, amountSats }: LightningPayload, feeLimitSats: bigint) {
  const namesAmount = readInvoice(invoice)?.amountMsat !== null;
  return {
    payment_request: invoice,
    ...(namesAmount ? {} : { amt: amountSats.toString() }),
    fee_limit_sat: feeLimitSats.toString(),
    timeout_seconds: paymentLimits.timeoutSeconds,
    cltv_limit: paymentLimits.cltvLimitBlocks,
    // Never `cancelable`: a payment whose stream was closed is said to be cancelled, and arrives.
  };
}

export async function paymentStatus(
  deps: PayDeps,
  naturalKey: string,
  payload: LightningPayload | null,
): Promise<SendStatus> {
  const expected = expectedOf(deps, naturalKey, payload);
  return readPaymentStatus(await track(deps, expected.paymentHash), expected);
}

function expectedOf(
  { clock }: PayDeps,
  naturalKey: string,
  payload: LightningPayload | null,
): ExpectedPayment {
  return {
    paymentHash: naturalKey.slice(naturalKey.indexOf(":") + 1),
    amountMsat: payload === null ? null : payload.amountSats * 1_000n,
    afterIndex: payload?.afterIndex ?? null,
    now: clock.now(),
  };
}

/** How a hash stands now: the first line says it. The hash has to be URL-safe, else the node says wrongly that it has none. */
async function track({ client, callTimeoutMs }: PayDeps, paymentHash: string) {
  const lines = client.stream({
    method: "GET",
    path: `/v2/router/track/${urlSafeOf(paymentHash)}`,
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  for await (const line of lines) return line;
  return unknownBecause("unexpected-response");
}
