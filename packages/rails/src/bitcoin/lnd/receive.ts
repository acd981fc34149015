import { createHash } from "node:crypto";
import { type Clock, msBetween } from "@sanu/kernel";
import { callBudget } from "../../http/provider-http.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type {
  InvoiceOrder,
  LightningReceiveRail,
  ReceiveStatus,
} from "../../ports/lightning-receive-rail.ts";
import type { Rail } from "../../ports/rail.ts";
import type { BitcoinNetwork } from "../network.ts";
import type { LndClient } from "./client.ts";
import { followInvoices } from "./follow.ts";
import { readInbound } from "./translate-inbound.ts";
import {
  readCancel,
  readCapture,
  readCreated,
  readFound,
  readHeight,
  readKnown,
  readOpen,
} from "./translate-receive.ts";
import { base64Of } from "./units.ts";

export type LndReceiveOptions = Pick<Rail, "provider" | "retryRule" | "reversibleForMs"> & {
  readonly network: BitcoinNetwork;
  readonly clock: Clock;
  readonly invoiceCltvBlocks: number;
  readonly callTimeoutMs: number;
};

/** Hold invoices of lnd. An answer that leaves open what has become of an invoice is followed by a look-up. */
export function createLndReceiveRail(
  client: LndClient,
  { network, clock, invoiceCltvBlocks, callTimeoutMs, ...rail }: LndReceiveOptions,
): LightningReceiveRail {
  const lookUp = (paymentHash: string, timeoutMs: number) =>
    client.call({ method: "GET", path: `/v1/invoice/${paymentHash}`, timeoutMs });
  const post = (path: string, body: object, timeoutMs: number) =>
    client.call({ method: "POST", path, body, timeoutMs });
  const statusWithin = async (
    paymentHash: string,
    leftMs: () => number,
  ): Promise<ReceiveStatus> => {
    const found = readFound(await lookUp(paymentHash, leftMs()), paymentHash);
    if (found.kind === "open") return readOpen(found.invoice, { paymentHash, network });
    if (found.kind !== "held-until") return found;
    const { amountSats, heldAt, expiryHeight, heldHeight } = found;
    const info = { method: "GET", path: "/v1/getinfo", timeoutMs: leftMs() } as const;
    const at = readHeight(await client.call(info));
    if (at.kind === "unknown") return at;
    if (at.height < heldHeight) return unknownBecause("node-behind");
    const blocksLeft = Math.max(0, expiryHeight - at.height);
    return { kind: "held", amountSats, heldAt, blocksLeft };
  };
  return {
    ...rail,
    async createInvoice(order) {
      const leftMs = callBudget(callTimeoutMs);
      const ordered = { ...order, network };
      const openMs = msBetween(clock.now(), order.expiresAt);
      const body = invoiceBody(order, { openMs, cltvBlocks: invoiceCltvBlocks });
      const made = readCreated(await post("/v2/invoices/hodl", body, leftMs()), ordered);
      if (made.kind !== "known") return made;
      return readKnown(await lookUp(order.paymentHash, leftMs()), ordered);
    },
    status: (paymentHash) => statusWithin(paymentHash, callBudget(callTimeoutMs)),
    async capture(preimage) {
      const leftMs = callBudget(callTimeoutMs);
      const body = { preimage: base64Of(preimage) };
      const said = readCapture(await post("/v2/invoices/settle", body, leftMs()));
      if (said.kind !== "acknowledged") return said;
      const paymentHash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
      const status = await statusWithin(paymentHash, leftMs);
      if (status.kind === "captured") return { kind: "accepted", value: status };
      return status.kind === "unknown" ? status : unknownBecause("unexpected-response");
    },
    async cancel(paymentHash) {
      const leftMs = callBudget(callTimeoutMs);
      const body = { payment_hash: base64Of(paymentHash) };
      const said = readCancel(await post("/v2/invoices/cancel", body, leftMs()));
      return said.kind === "acknowledged" ? statusWithin(paymentHash, leftMs) : said;
    },
    follow: (cursor, signal) => followInvoices(client, cursor, signal),
    inbound: async () => readInbound(await client.call({ method: "GET", path: "/v1/channels" })),
    close: () => client.close(),
  };
}

/** Without `value` lnd makes an invoice of any amount, and an expiry that is not above zero is a day to it. */
function invoiceBody(
  { paymentHash, amountSats, description }: InvoiceOrder,
  { openMs, cltvBlocks }: { readonly openMs: number; readonly cltvBlocks: number },
) {
  return {
    hash: base64Of(paymentHash),
    value: amountSats.toString(),
    memo: description,
    expiry: Math.max(1, Math.ceil(openMs / 1_000)).toString(),
    cltv_expiry: cltvBlocks.toString(),
  };
}
