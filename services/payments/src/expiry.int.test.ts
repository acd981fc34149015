import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Collecting, createCollecting } from "./collecting.fixture.ts";

/** Long enough for a busy machine to place the order first. */
const WINDOW_MS = 1_500;
const open = ["PaymentRequested", "PaymentInitiated"] as const;

describe("the expiry of a payment", () => {
  let world: Collecting;

  beforeAll(async () => {
    world = await createCollecting({ lateMs: 300 });
    await world.start();
  });

  afterAll(() => world.stop());

  it("cancels the order at the provider, and the provider's word fails the payment", async () => {
    const order = await world.order("+2290166000007", { windowMs: WINDOW_MS });
    await world.happened(order, ...open, "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "expired" });
    expect(world.callsOf(order, "payments.cancel")).toBe(1);
    expect(world.sandbox.payments.findByKey(order.key)).toMatchObject({ failure: "cancelled" });
  });

  it("leaves the payment open while the provider's answer is unknown", async () => {
    const { control } = world.sandbox;
    control.addFault({ operation: "payments.cancel", mode: "http-500", times: 4 });
    const order = await world.order("+2290166000009", { windowMs: WINDOW_MS });
    await eventually("the cancellation is asked for again and again", () => {
      const calls = world.sandbox.journal.ofKind("call");
      return calls.filter((call) => call.answer.includes("500")).length >= 3;
    });
    const before = (await world.eventsOf(order)).map(({ type }) => type);
    expect(before).not.toContain("PaymentFailed");
    await world.happened(order, ...open, "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "expired" });
  });

  it("withdraws an order for which nobody was ever called", async () => {
    const order = world.newOrder("+2290166000010", { windowMs: WINDOW_MS });
    world.numbers.delete(order.transactionId);
    await world.tell(order);
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
    const order = await world.order("+2290166000333", { windowMs: WINDOW_MS });
    await world.happened(order, ...open, "PaymentFailed", "PaymentDiscrepancyFound");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({
      discrepancy: "late",
      receivedXof: "10000",
    });
  });

  it("means nothing once the payment is completed", async () => {
    const order = await world.order("+2290166000789", { windowMs: WINDOW_MS });
    await world.happened(order, ...open, "PaymentCompleted");
    expect(await world.rows("select 1 from timers where timer_id = $1", order.paymentId)).toEqual(
      [],
    );
  });
});

describe("the expiry of a payment of which nobody heard", () => {
  let world: Collecting;

  beforeAll(async () => {
    world = await createCollecting();
    world.sandbox.callbacks.change({ copies: 0 });
    await world.start({ paces: { limits: { askFirstMs: 60_000 }, times: { pollMs: 20 } } });
  });

  afterAll(() => world.stop());

  it("completes it when the provider has the money", async () => {
    const order = await world.order("+2290166000008", { windowMs: WINDOW_MS });
    await world.happened(order, ...open);
    const payment = world.sandbox.payments.findByKey(order.key);
    if (payment !== undefined) world.sandbox.gateway.receive(payment);
    await world.happened(order, ...open, "PaymentCompleted");
    expect(world.callsOf(order, "payments.cancel")).toBe(1);
  });
});
