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
  /** Its parts on their ways, with the moments in which they were decided. */
  readonly htlcs: readonly { readonly resolve_time_ns: string }[];
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

/** Everything that a node ever paid or tried to pay, by its own account. */
export async function paymentsOf(
  node: LightningNode,
): Promise<readonly (PaymentUpdate & { readonly payment_request: string })[]> {
  const listed = await node.call<{
    readonly payments: readonly (PaymentUpdate & { readonly payment_request: string })[];
  }>("GET", "/v1/payments?include_incomplete=true&max_payments=10000");
  return listed.payments;
}

/** What a node knows of its payment of an invoice. */
export async function paymentOf(
  node: LightningNode,
  invoice: string,
): Promise<PaymentUpdate | undefined> {
  return (await paymentsOf(node)).find(({ payment_request: paid }) => paid === invoice);
}
