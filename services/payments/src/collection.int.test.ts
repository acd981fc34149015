import { GetPaymentLink, PaymentCompleted, PaymentFailed, PaymentInitiated } from "@sanu/contracts";
import { newId, type PaymentId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createCollectionWorld, type TestOrder } from "./collection.fixture.ts";

const context = { correlationId: "test", causationId: "test" };

const world = await createCollectionWorld({ slowMs: 300 });
const initiated = world.listen(PaymentInitiated);
const completed = world.listen(PaymentCompleted);
const failed = world.listen(PaymentFailed);
await world.start();

afterAll(() => world.stop());

describe("collecting the money of an order", () => {
  const linkOf = (paymentId: PaymentId) =>
    world.messaging.request(GetPaymentLink, { paymentId }, { context });
  const pay = ({ key }: TestOrder, amountXof?: bigint) => {
    const payment = world.sandbox.payments.findByKey(key);
    if (payment === undefined) throw new Error("The provider knows no such order");
    world.sandbox.gateway.receive(payment, amountXof);
  };

  it("asks the provider for it, and tells the link to whoever asks", async () => {
    const order = await world.order("+2290166000001");
    await world.happened(order, "PaymentRequested", "PaymentInitiated");
    const payment = world.sandbox.payments.findByKey(order.key);
    expect(payment).toMatchObject({
      amountXof: 10_000n,
      payerNumber: order.number,
      channel: "MTN_OPEN",
    });
    const link = await linkOf(order.paymentId);
    expect(link).toEqual({
      kind: "replied",
      data: { paymentUrl: `${world.sandbox.url}/pay/${payment?.token}`, invoice: null },
    });
  });

  it("does not know the link of a payment that nobody ordered", async () => {
    expect(await linkOf(newId())).toMatchObject({
      kind: "refused",
      refusal: { code: "not-found" },
    });
  });

  it("completes when the payer approved, and publishes each fact once", async () => {
    const order = await world.order("+2290166000012");
    await world.happened(order, "PaymentRequested", "PaymentInitiated");
    pay(order);
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
    const { paymentId, transactionId } = order;
    const mine = (received: readonly unknown[]) =>
      received.filter((fact) => (fact as TestOrder).paymentId === paymentId);
    await eventually("both facts are published", () => mine(completed).length > 0);
    expect(mine(initiated)).toMatchObject([{ transactionId, channel: "MTN_OPEN" }]);
    expect(mine(completed)).toMatchObject([
      {
        transactionId,
        received: { currency: "XOF", amountXof: "10000" },
        receiptId: expect.stringMatching(/./),
      },
    ]);
    expect(mine(failed)).toEqual([]);
  });

  it.each([
    ["+2290166000789", "at once"],
    ["+2290166000002", "after a while, when nobody calls back", true],
    ["+2290166000222", "at once, told twice"],
  ])("completes an order of %s, which is paid %s", async (number, _when, silent = false) => {
    if (silent) world.sandbox.callbacks.change({ copies: 0 });
    const order = await world.order(number);
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
    world.sandbox.callbacks.change({ copies: 1 });
    expect(world.callsOf(order, "payments.create")).toBe(1);
  });

  it.each([
    ["+2290166000039", "declined"],
    ["+2290166000048", "insufficient-funds"],
  ])("fails an order of %s, which is %s", async (number, reason) => {
    const order = await world.order(number);
    const last = await eventually("the payment fails", async () => {
      const event = (await world.eventsOf(order)).at(-1);
      return event?.["type"] === "PaymentFailed" && event;
    });
    expect(last).toMatchObject({ type: "PaymentFailed", reason });
  });

  it("collects once when the same order is told twice", async () => {
    const order = await world.order("+2290166000003");
    await world.happened(order, "PaymentRequested", "PaymentInitiated");
    const handledCount = async () => (await world.rows("select 1 from handled")).length;
    const before = await handledCount();
    await world.publish(order);
    await eventually("the second one is handled", async () => (await handledCount()) > before);
    await world.happened(order, "PaymentRequested", "PaymentInitiated");
    expect(world.callsOf(order, "payments.create")).toBe(1);
  });

  it("asks nobody for money when the number was edited after the order", async () => {
    const order = world.newOrder("+2290166000004");
    world.numbers.set(order.transactionId, "+2290166000789");
    await world.publish(order);
    await world.happened(order, "PaymentRequested", "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "cancelled" });
    expect(world.callsOf(order, "payments.create")).toBe(0);
  });

  it("waits while the number cannot be had, then calls", async () => {
    const order = world.newOrder("+2290166000789");
    world.numbers.delete(order.transactionId);
    await world.publish(order);
    await world.destinationAwaited(order);
    expect(world.callsOf(order, "payments.create")).toBe(0);
    world.numbers.set(order.transactionId, order.number);
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
  });

  it("keeps the number and the link out of its log and its facts", async () => {
    const text = "select data::text || coalesce(public_data, '') as text from events";
    const all = (await world.rows<{ text: string }>(text)).map((row) => row.text).join();
    expect(all).toContain("PaymentInitiated");
    expect(all).not.toContain("+229");
    expect(all).not.toContain("/pay/");
  });
});
