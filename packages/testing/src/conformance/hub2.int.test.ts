import { newId, xof } from "@sanu/kernel";
import { connectorSettings } from "@sanu/rails";
import { simulateProvider } from "@sanu/sandbox";
import { expect, it } from "vitest";
import { createProviderHarness } from "./provider-harness.fixture.ts";
import { disburseOrderTo } from "./sandbox-harness.fixture.ts";

const lost = { mode: "reset", acts: true } as const;

it("an order whose first step alone was taken is unknown, asks nobody, and is one order however often it is asked about", async () => {
  const { server, collection, close } = await createProviderHarness("hub2");
  try {
    const order = collection.newOrder();
    server.faults.add("initiate", lost);
    expect(await collection.rail.initiate(order)).not.toHaveProperty("providerReference");
    for (const _ of [1, 2, 3]) {
      const query = { key: order.key, providerReference: null };
      expect((await collection.rail.status(query)).kind).toBe("unknown");
    }
    expect(server.book.withKey(order.key)).toMatchObject([{ state: "recorded" }]);
  } finally {
    await close();
  }
});

it("an order whose second step was taken in silence is unknown by the name that it has there", async () => {
  const { server, collection, close } = await createProviderHarness("hub2");
  try {
    const order = collection.newOrder();
    server.faults.add("attempt", lost);
    const outcome = await collection.rail.initiate(order);
    const id = `pi_${server.book.withKey(order.key)[0]?.id}`;
    expect(outcome).toMatchObject({ kind: "unknown", providerReference: id });
    const query = { key: order.key, providerReference: id };
    expect(await collection.rail.status(query)).toMatchObject({ kind: "pending" });
  } finally {
    await close();
  }
});

it("a payout that is no multiple of five francs is refused and never sent", async () => {
  const { server, disburse, close } = await createProviderHarness("hub2");
  try {
    const { amountXof, ...order } = disburse.newOrder();
    // Were it sent, it would be unknown.
    server.faults.add("disburse", { mode: "reset", acts: false });
    const odd = await disburse.rail.disburse({ ...order, amountXof: xof(amountXof + 1n) });
    expect(odd).toEqual({ kind: "rejected", reason: "refused-by-provider" });
    expect(server.book.orders("disbursement")).toEqual([]);
    expect(disburse.rail.limits).toEqual({ multipleOfXof: 5n });
  } finally {
    await close();
  }
});

it("fifty payouts whose answers were lost read its lists as often as it allows; what is known by its name is asked about at once", async () => {
  const server = await simulateProvider("hub2", { limitsCalls: true });
  const { HUB2_LIST_PAUSE_MS: _never, ...settings } = server.settings;
  const { connectors } = connectorSettings({ disbursement: "MONEY_OUT" }).parse({
    MONEY_OUT: "hub2",
    ...settings,
  });
  const [rail] = connectors.disbursement.open({ callTimeoutMs: 5_000 });
  let readings = 0;
  server.faults.decide((call) => {
    if (call === "disburse-status") readings += 1;
    return undefined;
  });
  try {
    const keys = Array.from({ length: 50 }, () => newId());
    const ask = () => Promise.all(keys.map((key) => rail.status(key)));
    const statuses = [...(await ask()), ...(await ask()), ...(await ask())];
    expect(statuses.filter(({ kind }) => kind === "not-found")).toHaveLength(1);
    const busy = { kind: "unknown", cause: "provider-busy" };
    const unknown = statuses.filter(({ kind }) => kind === "unknown");
    expect(unknown).toHaveLength(149);
    for (const status of unknown) expect(status).toEqual(busy);
    expect(readings).toBe(1);

    const order = disburseOrderTo("+2290196000001");
    const taken = await rail.disburse(order);
    if (taken.kind !== "accepted") throw new Error("It was not taken");
    const { providerReference } = taken.value;
    for (const _ of keys) {
      expect((await rail.status(order.key, providerReference)).kind).toBe("settled");
    }
    expect(readings).toBe(51);
  } finally {
    await rail.close();
    await server.close();
  }
});
