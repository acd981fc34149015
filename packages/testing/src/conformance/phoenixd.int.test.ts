import { randomUUID } from "node:crypto";
import { sats, systemClock } from "@sanu/kernel";
import { checkProvider, createGuardedHttp, createInvoiceSource, nodeSettings } from "@sanu/rails";
import { createLnurlServer, type PhoenixdServerOptions, startPhoenixdServer } from "@sanu/sandbox";
import { describe, expect, it } from "vitest";
import { stopInOrder } from "../stop-in-order.ts";
import type { Breakage, BrokenCall, SendHarness } from "./harness.ts";
import { createPatience } from "./patience.ts";
import { faultsOfBreakage, receiverOf } from "./sandbox-harness.fixture.ts";
import { sendChecks } from "./send-checks.ts";

const feeLimitSats = sats(100n);

const calls: Readonly<Partial<Record<BrokenCall, "disburse" | "disburse-status" | "floats">>> = {
  prepare: "disburse-status",
  send: "disburse",
  "send-status": "disburse-status",
  liquidity: "floats",
};

type Options = Pick<PhoenixdServerOptions, "endsBehind">;

/** The connector, the node, and the server of the receivers that it pays. */
async function openPhoenixd(options: Options = {}) {
  const receivers = await createLnurlServer();
  const node = await startPhoenixdServer({ settle: receivers.settle, ...options });
  const http = createGuardedHttp({ localhostPort: receivers.port });
  const invoices = createInvoiceSource(http, systemClock);
  const { nodes } = nodeSettings({ send: "SEND_RAIL" }).parse({
    SEND_RAIL: "phoenixd",
    ...node.settings,
  });
  const patience = createPatience();
  const rail = patience.railOf((options) => nodes.send.open({ ...options, invoices })[0]);
  return {
    rail,
    patience,
    node,
    receivers,
    close: () => stopInOrder(rail.close, node.close, receivers.close),
  };
}

type Opened = Awaited<ReturnType<typeof openPhoenixd>>;

function orderOf(amountSats = 8_169n, text = "awa@wallet.localhost") {
  const destination = receiverOf(text);
  return { key: randomUUID(), destination, amountSats: sats(amountSats), feeLimitSats };
}

function harnessOf({ rail, node, patience }: Opened): SendHarness {
  return {
    rail,
    feeLimitSats,
    newOrder: () => orderOf(),
    newFailingOrder: () => orderOf(8_089n),
    sendsBegun: () => node.book.all().length,
    heal() {
      node.faults.clear();
      patience.heal();
    },
    breakNext(call: BrokenCall, how: Breakage, times = 1) {
      const named = calls[call];
      if (named === undefined) throw new Error(`It has no ${call}`);
      const { mode, acts } = faultsOfBreakage[how];
      node.faults.add(named, { mode, acts }, times);
      if (mode === "hang") patience.lose(times, acts ? "lostAfterActing" : "lost");
    },
  };
}

async function withPhoenixd(
  run: (opened: Opened) => Promise<void>,
  options?: Options,
): Promise<void> {
  const opened = await openPhoenixd(options);
  try {
    await run(opened);
  } finally {
    await opened.close();
  }
}

async function prepared(rail: Opened["rail"], order = orderOf()) {
  const outcome = await rail.prepare(order);
  if (outcome.kind !== "accepted") throw new Error(`Not prepared: ${outcome.kind}`);
  return { prepared: outcome.value, amountSats: order.amountSats, feeLimitSats };
}

describe.concurrent("the connector of phoenixd keeps the promise that", () => {
  it.each(sendChecks)("$title", ({ run }) =>
    withPhoenixd(async (opened) => {
      await expect(run(harnessOf(opened))).resolves.toBeUndefined();
    }),
  );
});

describe.concurrent("a payment over phoenixd", () => {
  it("is in flight while its call blocks, is paid once, and is followed to its end", () => {
    const asked = Promise.withResolvers<void>();
    return withPhoenixd(
      async ({ rail, node, patience }) => {
        const command = await prepared(rail);
        const { naturalKey, payload } = command.prepared;
        patience.lose(1, "lost");
        expect(await rail.send(command)).toEqual({ kind: "unknown", cause: "no-response" });
        expect(await rail.status(naturalKey, payload)).toEqual({ kind: "in-flight" });
        expect(await rail.send(command)).toMatchObject({ value: { kind: "in-flight" } });
        asked.resolve();
        await expect
          .poll(() => rail.status(naturalKey, payload), { timeout: 20_000 })
          .toMatchObject({ kind: "settled", feeSats: 37n });
        expect(await rail.send(command)).toMatchObject({ value: { kind: "settled" } });
        expect(node.book.all()).toHaveLength(1);
      },
      { endsBehind: asked.promise },
    ).finally(asked.resolve);
  });

  it("is not begun where the node's own price is above the limit", () =>
    withPhoenixd(async ({ rail, node }) => {
      const command = await prepared(rail);
      const outcome = await rail.send({ ...command, feeLimitSats: sats(36n) });
      expect(outcome).toEqual({ kind: "rejected", reason: "no-route" });
      expect(node.book.all()).toEqual([]);
    }));

  it("that was refused is not tried again under its invoice, for nobody could read how that ends", () =>
    withPhoenixd(async ({ rail, node }) => {
      const first = await prepared(rail, orderOf(8_077n));
      expect(await rail.send(first)).toEqual({ kind: "rejected", reason: "refused-by-receiver" });
      const { invoice } = JSON.parse(first.prepared.payload) as { invoice: string };
      const again = await rail.prepare(orderOf(8_077n, invoice));
      expect(again).toEqual({ kind: "rejected", reason: "no-route" });
      const another = await prepared(rail, orderOf(8_077n));
      expect(await rail.send(another)).toMatchObject({ kind: "rejected" });
      expect(node.book.all()).toHaveLength(2);
    }));

  it("is not sent again where the receiver proves that it came, though the node knows nothing of it", () =>
    withPhoenixd(async ({ rail, receivers }) => {
      const { naturalKey, payload } = (await prepared(rail)).prepared;
      expect(await rail.status(naturalKey, payload)).toEqual({ kind: "not-found" });
      receivers.settle(naturalKey.slice("lightning:".length));
      expect(await rail.status(naturalKey, payload)).toEqual({
        kind: "unknown",
        cause: "proven-by-receiver",
      });
    }));

  it("goes to no address on chain, which has no name before it is paid", () =>
    withPhoenixd(async ({ rail }) => {
      const order = orderOf(8_169n, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
      expect(await rail.prepare(order)).toEqual({ kind: "rejected", reason: "no-route" });
    }));
});

describe("the check of phoenixd", () => {
  it("finds nothing wrong where nothing is, and says when the password is another one", () =>
    withPhoenixd(async ({ node }) => {
      const check = { provider: "phoenixd", clock: systemClock };
      const findings = await checkProvider({ ...check, environment: node.settings });
      expect(findings.map(({ verdict }) => verdict)).not.toContain("wrong");
      expect(findings.find(({ checked }) => checked === "balance")?.said).toContain(
        "100000000 sat",
      );
      const environment = { ...node.settings, PHOENIXD_PASSWORD: "another-password" };
      const refused = await checkProvider({ ...check, environment });
      expect(refused.filter(({ verdict }) => verdict === "wrong").map(({ said }) => said)).toEqual([
        "a payment that nobody made: not-permitted",
        "what it can send: not-permitted",
      ]);
    }));
});
