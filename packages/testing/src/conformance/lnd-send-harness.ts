import { randomUUID } from "node:crypto";
import { sats } from "@sanu/kernel";
import { nodeSettings, readReceiver } from "@sanu/rails";
import { stopInOrder } from "../stop-in-order.ts";
import { startBreakingProxy } from "./breaking-proxy.ts";
import type { SendHarness } from "./harness.ts";
import { callOfLnd, type LndNode, switchesOf, temporaryCertificate } from "./lnd-harness.ts";
import { createPatience } from "./patience.ts";

/** Whom the node pays: invoices over `paidSats`, each a new one. */
export interface LndPayee {
  readonly newInvoice: () => string;
  /** One that its receiver, or the way to it, refuses for good. */
  readonly newFailingInvoice: () => string;
}

export const paidSats = sats(8_169n);

const notFound = {
  status: 404,
  body: { error: { code: 5, message: "payment isn't initiated", details: [] } },
};

/** lnd's connector for sending over Lightning, over a proxy that spoils answers, ready for `sendChecks`. */
export async function lndSendHarness(
  node: Omit<LndNode, "pay">,
  payee: LndPayee,
): Promise<SendHarness & { readonly close: () => Promise<void> }> {
  const own = await temporaryCertificate();
  const { url, certificate } = node;
  const target = { url, certificate };
  const proxy = await startBreakingProxy({ target, ...own, callOf: callOfLnd, notFound });
  const { nodes } = nodeSettings({ send: "SEND" }).parse({
    SEND: "lnd",
    LND_URL: proxy.url,
    LND_TLS_CERTIFICATE: own.certificate,
    LND_MACAROON: node.macaroon,
    LND_NETWORK: node.network,
  });
  const patience = createPatience();
  const rail = patience.railOf((options) => nodes.send.open(options)[0]);
  const { breakNext, heal } = switchesOf(proxy, patience);
  const orderTo = (invoice: string) => {
    const amounts = { amountSats: paidSats, feeLimitSats: sats(100n) };
    const reading = readReceiver(invoice, node.network);
    if (reading.kind === "refused") throw new Error(`Not an invoice: ${reading.code}`);
    return { key: randomUUID(), destination: reading.receiver, ...amounts };
  };
  return {
    rail,
    // Preparing asks the node whether it has tried the invoice before.
    breakNext: (call, how, times) =>
      breakNext(call === "prepare" ? "send-status" : call, how, times),
    heal,
    newOrder: () => orderTo(payee.newInvoice()),
    newFailingOrder: () => orderTo(payee.newFailingInvoice()),
    feeLimitSats: sats(100n),
    feeRoundingSats: 1n,
    sendsBegun() {
      const begun = proxy.calls().filter((one) => one.call === "send" && one.status === 200);
      return new Set(begun.map(({ body }) => body)).size;
    },
    close: () => stopInOrder(rail.close, proxy.close),
  };
}
