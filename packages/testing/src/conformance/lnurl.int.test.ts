import { sats, systemClock } from "@sanu/kernel";
import {
  type AcceptedNetwork,
  createGuardedHttp,
  createInvoiceSource,
  readInvoice,
} from "@sanu/rails";
import { createLnurlServer, type LnurlBehaviour, type LnurlServer } from "@sanu/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { fairNowMs } from "../fair-time.ts";
import { receiverOf } from "./sandbox-harness.fixture.ts";

const amountSats = sats(8_169n);
/** Whatever a server does to keep us. */
const endsWithinMs = 5_000;
let server: LnurlServer;

beforeAll(async () => {
  server = await createLnurlServer();
});

afterAll(() => server.close());

function sourceOf() {
  const reach = { resolve: async () => ["127.0.0.1"] };
  const http = createGuardedHttp({ localhostPort: server.port, reach });
  return createInvoiceSource(http, systemClock);
}

function fetchFor(user: string, network: AcceptedNetwork = "regtest") {
  const destination = receiverOf(`${user}@wallet.localhost`);
  if (destination.kind !== "lightning-address") throw new Error("Not a Lightning address");
  return sourceOf().fetchInvoice({ destination, amountSats, network });
}

describe("the invoice of a Lightning address", () => {
  it("is of exactly the amount, and its delivery is proven by its preimage once it was paid", async () => {
    const fetched = await fetchFor("awa");
    if (fetched.kind !== "accepted") throw new Error(`Not fetched: ${fetched.kind}`);
    const { invoice, paymentHash, verifyUrl } = fetched.value;
    expect(readInvoice(invoice)).toMatchObject({ amountMsat: 8_169_000n, paymentHash });
    if (verifyUrl === null) throw new Error("Nothing says whether it was paid");
    const issued = { verifyUrl, paymentHash };
    expect(await sourceOf().verify(issued)).toEqual({ kind: "pending" });
    server.settle(paymentHash);
    expect(await sourceOf().verify(issued)).toMatchObject({ kind: "delivered" });
    const other = { ...issued, paymentHash: "00".repeat(32) };
    expect(await sourceOf().verify(other)).toMatchObject({ kind: "unknown" });
  });

  it("is asked for over the connection that told the terms, and none is left open", async () => {
    const before = server.connections();
    expect(await fetchFor("awa")).toMatchObject({ kind: "accepted" });
    expect(server.connections().all).toBe(before.all + 1);
    await eventually("it is closed", () => server.connections().open === 0);
  });

  it("is another one each time it is asked for", async () => {
    const [first, second] = [await fetchFor("awa"), await fetchFor("awa")];
    expect(first).not.toEqual(second);
  });

  it("is taken without the hash of the metadata, as LUD-06 allows by now", async () => {
    expect((await fetchFor("no-hash")).kind).toBe("accepted");
  });

  it.each<readonly [LnurlBehaviour, outcome: object]>([
    ["unknown-user", { reason: "destination-unusable" }],
    ["other-tag", { reason: "destination-unusable" }],
    ["takes-less", { reason: "refused-by-receiver" }],
    ["redirect", { reason: "destination-unusable" }],
    ["page", { cause: "unreadable-response" }],
    ["fault", { cause: "provider-fault" }],
    ["endless", { cause: "unreadable-response" }],
    ["drip", { cause: "no-response" }],
    ["silent", { cause: "no-response" }],
    ["packed-bomb", { cause: "unreadable-response" }],
    ["long-header", { cause: "connection-lost" }],
    ["callback-inside", { reason: "destination-unusable" }],
    ["callback-literal", { reason: "destination-unusable" }],
    ["callback-port", { reason: "destination-unusable" }],
    ["callback-clear", { reason: "destination-unusable" }],
    ["refuses", { reason: "refused-by-receiver" }],
    ["wrong-amount", { reason: "destination-unusable" }],
    ["one-msat-more", { reason: "destination-unusable" }],
    ["no-amount", { reason: "destination-unusable" }],
    ["wrong-hash", { reason: "destination-unusable" }],
    ["wrong-network", { reason: "destination-unusable" }],
    ["expired", { reason: "destination-unusable" }],
    ["no-invoice", { reason: "destination-unusable" }],
    ["secret-action", { reason: "destination-unusable" }],
    ["redirects-callback", { reason: "destination-unusable" }],
    ["silent-callback", { cause: "no-response" }],
  ])("is not taken of a server that does this: %s", { concurrent: true }, async (user, outcome) => {
    const expected =
      "cause" in outcome ? { kind: "unknown", isOfReceiver: true } : { kind: "rejected" };
    const startedAtMs = fairNowMs();
    expect(await fetchFor(user)).toEqual({ ...expected, ...outcome });
    expect(fairNowMs() - startedAtMs).toBeLessThan(endsWithinMs);
  });

  it("is not taken on a network that is not ours", async () => {
    expect(await fetchFor("awa", "mainnet")).toEqual({
      kind: "rejected",
      reason: "destination-unusable",
    });
  });
});
