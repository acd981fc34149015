import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId, plusMs, sats, systemClock } from "@sanu/kernel";
import { ensureCertificate } from "@sanu/local-stack";
import { invoiceSecret, nodeSettings } from "@sanu/rails";
import { stopInOrder } from "../stop-in-order.ts";
import { type BreakingProxy, startBreakingProxy } from "./breaking-proxy.ts";
import type { Breakage, BrokenCall, ReceiveHarness } from "./harness.ts";
import { createPatience } from "./patience.ts";

/** A node that speaks lnd's REST: a real one, or the sandbox's. */
export interface LndNode {
  readonly url: string;
  /** PEM. */
  readonly certificate: string;
  /** Hex. */
  readonly macaroon: string;
  readonly network: "regtest" | "signet" | "testnet";
  /** A wallet pays the invoice; false where the node does not take it. Resolves when the money is held. */
  readonly pay: (invoice: string) => boolean | Promise<boolean>;
}

const notFound = {
  status: 404,
  body: { code: 5, message: "unable to locate invoice", details: [] },
};

/** Longer than lnd writes into an invoice. */
const longDescription = "x".repeat(700);

/** lnd's connector for receiving, over a proxy that spoils answers, ready for `receiveChecks`. */
export async function lndReceiveHarness(
  node: LndNode,
): Promise<ReceiveHarness & { readonly close: () => Promise<void> }> {
  const own = await temporaryCertificate();
  const { url, certificate } = node;
  const proxy = await startBreakingProxy({
    target: { url, certificate },
    ...own,
    callOf: callOfLnd,
    notFound,
  });
  const { nodes } = nodeSettings({ receive: "RECEIVE" }).parse({
    RECEIVE: "lnd",
    LND_URL: proxy.url,
    LND_TLS_CERTIFICATE: own.certificate,
    LND_MACAROON: node.macaroon,
    LND_NETWORK: node.network,
  });
  const patience = createPatience();
  const rail = patience.railOf((options) => nodes.receive.open(options)[0]);
  const invoices = new Map<string, string>();
  const succeeded = (call: BrokenCall) =>
    proxy.calls().filter((one) => one.call === call && one.status === 200);
  return {
    rail: {
      ...rail,
      async createInvoice(order) {
        const made = await rail.createInvoice(order);
        if (made.kind === "accepted") invoices.set(order.paymentHash, made.value.invoice);
        return made;
      },
    },
    ...switchesOf(proxy, patience),
    newOrder: () => newOrder("PAY_CONFORMANCE"),
    newRefusedOrder: () => newOrder(longDescription).order,
    pay: (paymentHash) => node.pay(invoices.get(paymentHash) ?? ""),
    invoicesMade: () => succeeded("create-invoice").length,
    capturesMade: () => new Set(succeeded("capture").map(({ body }) => body)).size,
    close: () => stopInOrder(rail.close, proxy.close),
  };
}

/** Of a proxy, and of who waits for it: no longer than needed where no answer comes. */
export function switchesOf(proxy: BreakingProxy, patience: ReturnType<typeof createPatience>) {
  return {
    breakNext: (call: BrokenCall, how: Breakage, times = 1): void => {
      proxy.breakNext(call, how, times);
      if (how === "no-response") patience.lose(times, "lost");
      if (how === "no-response-after-acting") patience.lose(times, "lostAfterActing");
    },
    heal: (): void => {
      proxy.heal();
      patience.heal();
    },
  };
}

export function callOfLnd(method: string, path: string): BrokenCall | null {
  if (path === "/v2/invoices/hodl") return "create-invoice";
  if (path === "/v2/invoices/settle") return "capture";
  if (path === "/v2/invoices/cancel") return "cancel-invoice";
  if (path.startsWith("/v1/invoice/")) return "receive-status";
  if (path === "/v2/router/send") return "send";
  if (path.startsWith("/v2/router/track/")) return "send-status";
  return method === "GET" && path.startsWith("/v1/balance") ? "liquidity" : null;
}

function newOrder(description: string) {
  const { preimage, paymentHash } = invoiceSecret(Buffer.alloc(32, 1), newId());
  const expiresAt = plusMs(systemClock.now(), 900_000);
  return { order: { paymentHash, expiresAt, amountSats: sats(8_169n), description }, preimage };
}

/** A certificate that only this run knows. */
export async function temporaryCertificate() {
  const folder = await mkdtemp(join(tmpdir(), "sanu-certificate-"));
  try {
    const { certificateFile, keyFile } = await ensureCertificate(folder);
    const [certificate, key] = await Promise.all(
      [certificateFile, keyFile].map((file) => readFile(file, "utf8")),
    );
    return { certificate: certificate ?? "", key: key ?? "" };
  } finally {
    await rm(folder, { recursive: true });
  }
}
