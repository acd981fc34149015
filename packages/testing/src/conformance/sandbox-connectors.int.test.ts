import { createServer } from "node:http";
import { sats, systemClock } from "@sanu/kernel";
import type { ProviderCallback } from "@sanu/rails";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import {
  createSandboxHarness,
  receiverOf,
  type SandboxHarness,
} from "./sandbox-harness.fixture.ts";

let harness: SandboxHarness;

beforeAll(async () => {
  harness = await createSandboxHarness();
});

afterAll(() => harness.close());

/** Takes one callback of the sandbox, exactly as it came. */
async function nextCallback(cause: () => Promise<unknown>): Promise<ProviderCallback> {
  const came = Promise.withResolvers<ProviderCallback>();
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(204).end();
      const signature = request.headers["x-sandbox-signature"];
      const headers = { "x-sandbox-signature": String(signature) };
      came.resolve({ rawBody: Buffer.concat(chunks), headers });
    });
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on TCP");
  harness.sandbox.callbacks.change({ url: `http://127.0.0.1:${address.port}/` });
  try {
    await cause();
    return await came.promise;
  } finally {
    harness.sandbox.callbacks.change({ url: null });
    server.closeAllConnections();
    server.close();
  }
}

describe("the sandbox's connector for money in", () => {
  it("verifies a callback as the gateway really sends it, and no other", async () => {
    const { rail, newOrder, pay } = harness.collection;
    const order = newOrder();
    await rail.initiate(order);
    const callback = await nextCallback(async () => pay(order.key));
    const now = systemClock.now();

    expect(rail.readCallback(callback, now)).toMatchObject({ kind: "verified", key: order.key });
    const changed = Uint8Array.from(callback.rawBody, (byte, index) => (index === 5 ? 0x20 : byte));
    expect(rail.readCallback({ ...callback, rawBody: changed }, now)).toEqual({
      kind: "rejected",
      reason: "bad-signature",
    });
  });

  it("cancels an unpaid order and leaves a paid one alone", async () => {
    const { rail, newOrder, pay } = harness.collection;
    const [unpaid, paid] = [newOrder(), newOrder()];
    await rail.initiate(unpaid);
    await rail.initiate(paid);
    pay(paid.key);
    const cancel = (key: string) => rail.cancel?.({ key, providerReference: null });
    expect(await cancel(unpaid.key)).toMatchObject({ kind: "failed", reason: "cancelled" });
    expect(await cancel(paid.key)).toMatchObject({ kind: "completed" });
  });

  it("refunds what came in, once, and not more", async () => {
    const { rail, newOrder, pay } = harness.collection;
    const order = newOrder();
    const initiated = await rail.initiate(order);
    if (initiated.kind !== "accepted") throw new Error("The order was not accepted");
    pay(order.key);
    const { providerReference } = initiated.value;
    const { key: collectionKey, amountXof } = order;
    const refund = { key: crypto.randomUUID(), collectionKey, providerReference, amountXof };
    const first = await rail.refund(refund);
    expect(first.kind).toBe("accepted");
    expect(await rail.refund(refund)).toEqual(first);
    expect(await rail.refundStatus(refund)).toMatchObject({
      kind: "settled",
      amountXof: order.amountXof,
    });
    const second = { ...refund, key: crypto.randomUUID() };
    expect(await rail.refund(second)).toEqual({ kind: "rejected", reason: "not-refundable" });
    expect(await rail.refundStatus(second)).toEqual({ kind: "not-found" });
  });
});

describe("the sandbox's connector for money out", () => {
  const amountSats = sats(8_169n);
  const prepareTo = async (text: string) => {
    const order = { key: crypto.randomUUID(), destination: receiverOf(text), amountSats };
    const { feeLimitSats } = harness.send;
    const outcome = await harness.send.rail.prepare({ ...order, feeLimitSats });
    if (outcome.kind !== "accepted") throw new Error("The send was not prepared");
    return outcome.value;
  };

  it.each([
    "awa@wallet.example",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "1RustyRX2oai4EYYDpQGWvEL62BBGqN9T",
    "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
  ])("pays %s under a key that is known before", async (text) => {
    const { rail } = harness.send;
    const prepared = await prepareTo(text);
    expect(await rail.status(prepared.naturalKey)).toEqual({ kind: "not-found" });
    const command = { prepared, amountSats, feeLimitSats: sats(300n) };
    expect(await rail.send(command)).toMatchObject({
      kind: "accepted",
      value: { kind: "settled" },
    });
    expect(await rail.status(prepared.naturalKey)).toMatchObject({ kind: "settled" });
  });

  it("pays an invoice that the receiver wrote", async () => {
    const { invoice } = harness.sandbox.node.issueInvoice("awa@wallet.example", amountSats);
    const prepared = await prepareTo(invoice);
    const command = { prepared, amountSats, feeLimitSats: sats(10n) };
    expect(await harness.send.rail.send(command)).toMatchObject({ kind: "accepted" });
  });

  it("keeps to the fee limit on both rails, and asks for one", async () => {
    const { rail } = harness.send;
    for (const text of ["awa@wallet.example", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"]) {
      const prepared = await prepareTo(text);
      const command = { prepared, amountSats, feeLimitSats: sats(7n) };
      expect(await rail.send(command)).toEqual({ kind: "rejected", reason: "no-route" });
      await expect(rail.send({ ...command, feeLimitSats: sats(0n) })).rejects.toThrow(RangeError);
    }
  });

  it("never learns of a hanging send but by asking", async () => {
    const { rail } = harness.send;
    const prepared = await prepareTo("hang-ok@sandbox.sanu");
    const command = { prepared, amountSats, feeLimitSats: sats(100n) };
    harness.loseNext();
    expect(await rail.send(command)).toEqual({ kind: "unknown", cause: "no-response" });
    const ask = async () => (await rail.status(prepared.naturalKey)).kind;
    // On a machine that stood still it has settled by now.
    expect(["in-flight", "settled"]).toContain(await ask());
    expect(await eventually("the send settles", async () => (await ask()) === "settled")).toBe(
      true,
    );
  });
});
