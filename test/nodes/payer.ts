import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { createInterface } from "node:readline";
import type { LightningNode } from "@sanu/local-stack";

/** What a node says of a payment it makes; `status` alone tells whether it is over. */
export interface PaymentUpdate {
  readonly payment_hash: string;
  readonly status: "IN_FLIGHT" | "SUCCEEDED" | "FAILED";
  readonly value_sat: string;
  readonly fee_msat: string;
  readonly failure_reason: string;
  readonly creation_time_ns: string;
  /** Its parts on their ways, with the moments in which they began and were decided. */
  readonly htlcs: readonly {
    readonly status: "IN_FLIGHT" | "SUCCEEDED" | "FAILED";
    readonly attempt_time_ns: string;
    readonly resolve_time_ns: string;
  }[];
}

/** A wallet pays; resolves when the payment is over, for held money long afterwards. */
export async function payInvoice(
  payer: LightningNode,
  invoice: string,
  terms: Readonly<Record<string, unknown>> = {},
): Promise<PaymentUpdate> {
  const outgoing = request(`${payer.url}/v2/router/send`, {
    method: "POST",
    ca: readFileSync(payer.certificateFile),
    headers: { "grpc-metadata-macaroon": readFileSync(payer.macaroonFile).toString("hex") },
  });
  outgoing.end(
    JSON.stringify({
      payment_request: invoice,
      timeout_seconds: 30,
      fee_limit_sat: "1000",
      ...terms,
    }),
  );
  const [response] = await once(outgoing, "response");
  let last: PaymentUpdate | undefined;
  for await (const line of createInterface({ input: response })) {
    const said: { readonly result?: PaymentUpdate } = JSON.parse(line);
    if (said.result === undefined) throw new Error(`${payer.name} does not pay: ${line}`);
    last = said.result;
  }
  if (last === undefined) throw new Error(`${payer.name} said nothing of its payment`);
  return last;
}

/** An invoice of a node, for so many satoshis. */
export async function newInvoice(
  node: LightningNode,
  amountSats: bigint,
  terms: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const made = await node.call<{ readonly payment_request: string }>("POST", "/v1/invoices", {
    value: String(amountSats),
    ...terms,
  });
  return made.payment_request;
}

export interface HeldInvoice {
  readonly invoice: string;
  readonly preimage: Buffer;
  readonly paymentHash: Buffer;
  readonly isHeld: () => Promise<boolean>;
}

/** An invoice whose money a node holds until it is told to take it. */
export async function newHoldInvoice(
  node: LightningNode,
  amountSats: bigint,
): Promise<HeldInvoice> {
  const preimage = randomBytes(32);
  const paymentHash = createHash("sha256").update(preimage).digest();
  const made = await node.call<{ readonly payment_request: string }>("POST", "/v2/invoices/hodl", {
    hash: paymentHash.toString("base64"),
    value: String(amountSats),
  });
  const path = `/v1/invoice/${paymentHash.toString("hex")}`;
  return {
    invoice: made.payment_request,
    preimage,
    paymentHash,
    isHeld: async () =>
      (await node.call<{ readonly state: string }>("GET", path)).state === "ACCEPTED",
  };
}

/** An invoice whose receiver knows nothing of it any more. */
export async function newRefusedInvoice(node: LightningNode, amountSats: bigint): Promise<string> {
  const { invoice, paymentHash } = await newHoldInvoice(node, amountSats);
  const body = { payment_hash: paymentHash.toString("base64") };
  await node.call("POST", "/v2/invoices/cancel", body);
  return invoice;
}

/** Everything that a node ever paid or tried to pay, by its own account. */
export async function paymentsOf(
  node: LightningNode,
): Promise<readonly (PaymentUpdate & { readonly payment_request: string })[]> {
  const listed = await node.call<{
    readonly payments: readonly (PaymentUpdate & { readonly payment_request: string })[];
  }>("GET", "/v1/payments?include_incomplete=true&max_payments=10000");
  return listed.payments;
}

/** How often a node has tried to pay an invoice, and how each try ended. */
export async function triesOf(node: LightningNode, invoice: string): Promise<readonly string[]> {
  const tries = (await paymentsOf(node)).filter((each) => each.payment_request === invoice);
  return tries.map(({ status, value_sat }) => `${status} ${value_sat}`);
}

/** The payment hashes whose money is on its way over a channel of a node, as hex. */
export async function hashesUnderWay(node: LightningNode): Promise<ReadonlySet<string>> {
  const { channels } = await node.call<{
    readonly channels: readonly {
      readonly pending_htlcs: readonly { readonly hash_lock: string }[];
    }[];
  }>("GET", "/v1/channels");
  const locks = channels.flatMap((channel) => channel.pending_htlcs);
  return new Set(locks.map(({ hash_lock: lock }) => Buffer.from(lock, "base64").toString("hex")));
}

/**
 * The invoices whose payment a node calls in flight for ever: killed between noting a try and sending it, lnd waits for the
 * answer to what never left (its issue 5152). The last of these deaths was at `diedAtMs`.
 */
export async function stuckInvoices(
  node: LightningNode,
  diedAtMs: number,
): Promise<ReadonlySet<string>> {
  const underWay = await hashesUnderWay(node);
  const isStuck = ({ status, attempt_time_ns: triedNs }: PaymentUpdate["htlcs"][number]): boolean =>
    status === "IN_FLIGHT" && BigInt(triedNs) < BigInt(diedAtMs) * 1_000_000n;
  const stuck = (await paymentsOf(node)).filter(
    ({ status, payment_hash: hash, htlcs }) =>
      status === "IN_FLIGHT" && !underWay.has(hash) && htlcs.some(isStuck),
  );
  return new Set(stuck.map(({ payment_request: invoice }) => invoice));
}

/** What a node knows of its payment of an invoice. */
export async function paymentOf(
  node: LightningNode,
  invoice: string,
): Promise<PaymentUpdate | undefined> {
  return (await paymentsOf(node)).find(({ payment_request: paid }) => paid === invoice);
}
