import { systemClock, xof } from "@sanu/kernel";
import { connectorSettings } from "@sanu/rails";
import { simulateProvider } from "@sanu/sandbox";
import { afterAll, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { stopInOrder } from "../stop-in-order.ts";
import { startCallbackForwarder } from "../world/callback-forwarder.ts";
import { orderOf } from "./sandbox-harness.fixture.ts";

/** Nobody takes what comes here. */
const nobody = "http://127.0.0.1:1/";
const received = await startCallbackForwarder(() => [nobody]);
const provider = await simulateProvider("mtnmomo", {
  callbackUrl: received.url,
  callbackRetriesMs: [1, 1, 1],
});
const { connectors } = connectorSettings({ collection: "MONEY_IN" }).parse({
  MONEY_IN: "mtnmomo",
  ...provider.settings,
});
const [rail] = connectors.collection.open({ callTimeoutMs: 5_000 });

afterAll(() => stopInOrder(rail.close, provider.close, received.close));

const place = async (payerNumber: string) => {
  const order = { ...orderOf(xof(5_000n)), payerNumber };
  expect((await rail.initiate(order)).kind).toBe("accepted");
  return { key: order.key, providerReference: null };
};

it.each([
  ["+46733123452", "expired"],
  ["+46733123455", "refused-by-provider"],
  ["+46733123456", "refused-by-provider"],
  ["+46733123457", "refused-by-provider"],
  ["+46733123458", "refused-by-provider"],
  ["+46733123459", "refused-by-provider"],
  ["+46733123460", "refused-by-provider"],
  ["+46733123461", "refused-by-provider"],
  ["+46733123462", "refused-by-provider"],
  ["+46733123463", "expired"],
  ["+46733123464", "refused-by-provider"],
])("a payer of the provider's sandbox fails as its page says: %s", async (number, reason) => {
  expect(await rail.status(await place(number))).toMatchObject({ kind: "failed", reason });
});

it("a token that ends in the middle of many questions is renewed, and none is unknown", async () => {
  const query = await place("+2290196000111");
  for (let wave = 0; wave < 15; wave += 1) {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => rail.status(query)));
    expect(statuses.filter(({ kind }) => kind !== "pending")).toEqual([]);
  }
});

it("a callback is unsigned, comes once though nobody took it, and is a hint", async () => {
  const { key } = await place("+2290196000111");
  const [order] = provider.book.withKey(key);
  if (order === undefined) throw new Error("The provider does not know the order");
  const about = () => received.sent.filter(({ body }) => body.includes(key));
  provider.book.settle(order);
  await eventually("it came", () => about().length > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const [callback, ...others] = about();
  if (callback === undefined) throw new Error("It did not come");
  expect(others).toEqual([]);
  expect([callback.method, rail.takesCallbacksByPut]).toEqual(["PUT", true]);
  const { body: rawBody, headers } = callback;
  const reading = rail.readCallback({ rawBody, headers }, systemClock.now());
  expect(reading).toMatchObject({ kind: "hint", key, eventId: `${key}:SUCCESSFUL` });
});
