import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CollectionWorld,
  createCollectionWorld,
  type TestOrder,
} from "./collection.fixture.ts";

const open = ["PaymentRequested", "PaymentInitiated"] as const;

/** The payer pays now, whatever became of the order. */
function receive({ sandbox }: CollectionWorld, { key }: TestOrder): void {
  const payment = sandbox.payments.findByKey(key);
  if (payment === undefined) throw new Error("The provider has no order");
  sandbox.gateway.receive(payment);
}

/** The time until the next status check is over. Waits until its response is recorded. */
async function passLateStatusCheck(
  { database, rows, callsOf }: CollectionWorld,
  order: TestOrder,
): Promise<void> {
  const before = callsOf(order, "payments.read");
  const text = `update attempts set next_at = now(), created_at = created_at - interval '5 minutes'
    where attempt_id = $1 and state = 'rejected' and next_at > now() returning attempt_id`;
  // A status check that was requested with the end is answered first.
  await eventually("a look is due later", async () => {
    return (await database.query(CompiledQuery.raw(text, [order.key]))).length === 1;
  });
  await eventually("it was asked", () => callsOf(order, "payments.read") > before);
  await eventually("the answer is written down", async () => {
    const later = "select 1 from attempts where attempt_id = $1 and next_at > now()";
    return (await rows(later, order.key)).length === 1;
  });
}

describe("the expiry of a payment", () => {
  let world: CollectionWorld;

  beforeAll(async () => {
    world = await createCollectionWorld();
    await world.start();
  });

  afterAll(() => world.stop());

  it("cancels the order at the provider, and the provider's word fails the payment", async () => {
    const order = await world.order("+2290166000007");
    await world.happened(order, ...open);
    await world.endTime(order);
    await world.happened(order, ...open, "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "expired" });
    expect(world.callsOf(order, "payments.cancel")).toBe(1);
    expect(world.sandbox.payments.findByKey(order.key)).toMatchObject({ failure: "cancelled" });
  });

  it("leaves the payment open while the provider's answer is unknown", async () => {
    const { control } = world.sandbox;
    control.addFault({ operation: "payments.cancel", mode: "http-500", times: 1_000 });
    const order = await world.order("+2290166000009");
    await world.happened(order, ...open);
    await world.endTime(order);
    await eventually("the cancellation is asked for again and again", () => {
      const calls = world.sandbox.journal.ofKind("call");
      return calls.filter((call) => call.response.includes("500")).length >= 3;
    });
    await world.happened(order, ...open);
    control.clearFaults();
    await world.happened(order, ...open, "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "expired" });
  });

  it("withdraws an order for which nobody was ever called", async () => {
    const order = world.newOrder("+2290166000010");
    world.numbers.delete(order.transactionId);
    await world.publish(order);
    await world.happened(order, "PaymentRequested");
    await world.endTime(order);
    await world.happened(order, "PaymentRequested", "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "expired" });
    const [attempt] = await world.rows<{ state: string; calls: number }>(
      "select state, calls from attempts where attempt_id = $1",
      order.key,
    );
    expect(attempt).toEqual({ state: "rejected", calls: 0 });
    expect(world.callsOf(order, "payments.create")).toBe(0);
  });

  it("keeps an order whose time is over from prompting anybody", async () => {
    const order = await world.order("+2290166000011", { windowMs: -1_000 });
    await world.happened(order, "PaymentRequested", "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "expired" });
    expect(world.callsOf(order, "payments.create")).toBe(0);
  });

  it("is not undone by money that comes afterwards, which is late", async () => {
    const order = await world.order("+2290166000014");
    await world.happened(order, ...open);
    await world.endTime(order);
    await world.happened(order, ...open, "PaymentFailed");
    receive(world, order);
    await world.happened(order, ...open, "PaymentFailed", "PaymentDiscrepancyFound");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({
      discrepancy: "late",
      receivedXof: "10000",
    });
  });

  it("is followed by money that a callback brings, which is looked at later like what came in time, though nobody looked any more", async () => {
    const order = await world.order("+2290166000042");
    await world.happened(order, ...open);
    await world.endTime(order);
    await world.happened(order, ...open, "PaymentFailed");
    const unwatched =
      "update attempts set next_at = null where attempt_id = $1 and lease_until is null returning 1";
    await eventually("nobody looks any more", async () => {
      return (await world.rows(unwatched, order.key)).length === 1;
    });
    receive(world, order);
    await world.happened(order, ...open, "PaymentFailed", "PaymentDiscrepancyFound");
    await eventually("it is looked at later", async () => {
      const text = "select 1 from attempts where attempt_id = $1 and next_at > now()";
      return (await world.rows(text, order.key)).length === 1;
    });
  });

  it("does not hide late money from us because the provider cannot be read when it says so", async () => {
    const order = await world.order("+2290166000041");
    await world.happened(order, ...open);
    await world.endTime(order);
    await world.happened(order, ...open, "PaymentFailed");
    // The callback is obeyed by reading the status, which fails, and so do the first questions after it.
    world.sandbox.control.addFault({ operation: "payments.read", mode: "reset", times: 4 });
    receive(world, order);
    await world.happened(order, ...open, "PaymentFailed", "PaymentDiscrepancyFound");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ discrepancy: "late" });
    await eventually("nothing more is asked soon", async () => {
      const text = `select 1 from attempts where attempt_id = $1 and next_at > now() + interval '30 seconds'`;
      return (await world.rows(text, order.key)).length === 1;
    });
  });

  it("does not hide late money from us because every callback about it is lost", async () => {
    const order = await world.order("+2290166000040");
    await world.happened(order, ...open);
    await world.endTime(order);
    await world.happened(order, ...open, "PaymentFailed");
    world.sandbox.callbacks.change({ copies: 0 });
    receive(world, order);
    await passLateStatusCheck(world, order);
    await world.happened(order, ...open, "PaymentFailed", "PaymentDiscrepancyFound");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ discrepancy: "late" });
    // What is known is no news at the next look.
    await passLateStatusCheck(world, order);
    await world.happened(order, ...open, "PaymentFailed", "PaymentDiscrepancyFound");
    world.sandbox.callbacks.change({ copies: 1 });
  });

  it("means nothing once the payment is completed", async () => {
    const order = await world.order("+2290166000789");
    await world.happened(order, ...open, "PaymentCompleted");
    expect(await world.rows("select 1 from timers where timer_id = $1", order.paymentId)).toEqual(
      [],
    );
  });
});

describe("the expiry of a payment of which nobody heard", () => {
  let world: CollectionWorld;

  beforeAll(async () => {
    world = await createCollectionWorld();
    world.sandbox.callbacks.change({ copies: 0 });
    await world.start({
      timings: { limits: { statusCheckFirstMs: 60_000 }, times: { pollMs: 20 } },
    });
  });

  afterAll(() => world.stop());

  it("completes it when the provider has the money", async () => {
    const order = await world.order("+2290166000008");
    await world.happened(order, ...open);
    receive(world, order);
    await world.endTime(order);
    await world.happened(order, ...open, "PaymentCompleted");
    expect(world.callsOf(order, "payments.cancel")).toBe(1);
  });
});
