import { instant, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { LndAnswer } from "./answer.ts";
import type { LndClient, LndRequest } from "./client.ts";
import { createLndReceiveRail, type LndReceiveOptions } from "./receive.ts";
import { answerOf } from "./samples/read-samples.fixture.ts";
import { hexOf } from "./units.ts";

const options = {
  provider: "lnd",
  retryRule: "resend-same-key",
  reversibleForMs: 0,
  network: "regtest",
  clock: { now: () => instant("2020-01-01T12:00:00.000000Z") },
  invoiceCltvBlocks: 144,
  callTimeoutMs: 1_000,
} as const;

function railTo(call: LndClient["call"], network: LndReceiveOptions["network"] = options.network) {
  const stream = () => expect.unreachable("nobody listens");
  return createLndReceiveRail(
    { call, stream, close: async () => undefined },
    { ...options, network },
  );
}

describe("an invoice for the sats of a sale", () => {
  it("is open until its order ends by the clock of the service, however far off this machine's is", async () => {
    const asked: LndRequest[] = [];
    const rail = railTo(async (request) => {
      asked.push(request);
      return unknownBecause("no-response");
    });
    await rail.createInvoice({
      paymentHash: "ab".repeat(32),
      amountSats: sats(1_000n),
      description: "PAY_1",
      expiresAt: instant("2020-01-01T12:15:00.000000Z"),
    });
    expect(asked).toMatchObject([{ path: "/v2/invoices/hodl", body: { expiry: "900" } }]);
  });
});

describe("an invoice of which the node says that it is open", () => {
  const paymentHash = hexOf("olw+luKETtApiohjoLkRW6sZW4ce4ABI18bt6UqK1jQ=");
  const made = answerOf("c01-hodl-create");
  const jsonOf = (answer: LndAnswer) => (answer.kind === "answer" ? Object(answer.json) : {});
  const { payment_request: text } = jsonOf(made) as { readonly payment_request: string };
  /** It makes the invoice, and then finds it; of the samples only the first has the whole text. */
  const nodeWith =
    (payment_request: string): LndClient["call"] =>
    async ({ method }) =>
      method === "POST"
        ? { kind: "answer", json: { ...jsonOf(made), payment_request } }
        : { kind: "answer", json: { ...jsonOf(answerOf("c04-hodl-open")), payment_request } };
  const order = {
    paymentHash,
    amountSats: sats(2_000n),
    description: "PAY_1",
    expiresAt: instant("2020-01-01T12:15:00.000000Z"),
  };

  it("is given out where the answer to its order was lost", async () => {
    expect(await railTo(nodeWith(text)).status(paymentHash)).toEqual({
      kind: "open",
      invoice: text,
    });
  });

  it("is not given out by a look-up either where it asks for money of another network", async () => {
    const rail = railTo(nodeWith(text), "mainnet");
    expect((await rail.createInvoice(order)).kind).toBe("unknown");
    expect(await rail.status(paymentHash)).toEqual(unknownBecause("unexpected-response"));
  });

  it.each(["", "lnbcrt1", text.replace("1", "2")])(
    "is unknown with a text that is none: %s",
    async (other) => {
      const status = await railTo(nodeWith(other)).status(paymentHash);
      expect(status).toEqual(unknownBecause("unexpected-response"));
    },
  );

  it("is unknown with the text of another one", async () => {
    const { payment_request: other } = jsonOf(answerOf("c13-hodl-cltv-large")) as {
      readonly payment_request: string;
    };
    const status = await railTo(nodeWith(other)).status(paymentHash);
    expect(status).toEqual(unknownBecause("unexpected-response"));
  });
});

describe("money that is held at a height", () => {
  const held = answerOf("c14-hodl-accepted");
  const statusAt = (block_height: number) => {
    const rail = railTo(async ({ path }) =>
      path === "/v1/getinfo"
        ? { kind: "answer", json: { block_height, synced_to_chain: true } }
        : held,
    );
    return rail.status(hexOf("olw+luKETtApiohjoLkRW6sZW4ce4ABI18bt6UqK1jQ="));
  };

  it("has its blocks counted by a node that is no lower than when it came", async () => {
    expect(await statusAt(459)).toMatchObject({ kind: "held", blocksLeft: 43 });
    expect(await statusAt(503)).toMatchObject({ kind: "held", blocksLeft: 0 });
  });

  it("seems safe for no longer by a height of before it came", async () => {
    for (const height of [458, 1]) {
      expect(await statusAt(height)).toEqual(unknownBecause("node-behind"));
    }
  });
});
