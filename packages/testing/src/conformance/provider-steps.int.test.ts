import { simulatedProviders } from "@sanu/sandbox";
import { describe, expect, it } from "vitest";
import { createProviderHarness, type ProviderHarness } from "./provider-harness.fixture.ts";

const lost = { mode: "reset", acts: true } as const;

async function withHarness(
  provider: (typeof simulatedProviders)[number],
  run: (harness: ProviderHarness) => Promise<void>,
): Promise<void> {
  const harness = await createProviderHarness(provider);
  try {
    await run(harness);
  } finally {
    await harness.close();
  }
}

/** What a provider makes of several calls can break off between them. */
describe.each(simulatedProviders)(
  "an order at %s that breaks off between two calls",
  (provider) => {
    it("has its page from the next status, and is one order", () =>
      withHarness(provider, async ({ server, collection: { rail, newOrder } }) => {
        const { hasPage, findsByKey = true } = server.definition;
        if (!hasPage || !findsByKey) return;
        const order = newOrder();
        server.faults.add("link", lost);
        expect((await rail.initiate(order)).kind).toBe("unknown");
        const status = await rail.status({ key: order.key, providerReference: null });
        expect(status).toMatchObject({ kind: "pending" });
        if (status.kind === "pending") expect(status.paymentUrl).toContain(server.url);
        expect(server.book.withKey(order.key)).toHaveLength(1);
      }));

    it("and whose page stays unknown is unknown, so that it is asked about again", () =>
      withHarness(provider, async ({ server, collection: { rail, newOrder } }) => {
        const { hasPage, findsByKey = true } = server.definition;
        if (!hasPage || !findsByKey) return;
        const order = newOrder();
        server.faults.add("link", lost, 2);
        const query = { key: order.key, providerReference: null };
        expect((await rail.initiate(order)).kind).toBe("unknown");
        expect((await rail.status(query)).kind).toBe("unknown");
        expect((await rail.status(query)).kind).toBe("pending");
      }));

    it("is a payout that was recorded and is never started, however often it is asked about", () =>
      withHarness(provider, async ({ server, disburse: { rail, newOrder } }) => {
        if (server.definition.actingCall.disburse === undefined) return;
        const order = newOrder();
        const floats = await rail.floats();
        server.faults.add("disburse", lost);
        expect((await rail.disburse(order)).kind).toBe("unknown");
        const { findsByKey = true } = server.definition;
        const recorded = findsByKey ? "pending" : "unknown";
        for (const _ of [1, 2, 3]) expect((await rail.status(order.key)).kind).toBe(recorded);
        expect(server.book.withKey(order.key)).toMatchObject([{ state: "recorded" }]);
        expect(await rail.floats()).toEqual(floats);
      }));
  },
);
