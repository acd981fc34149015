import { newId } from "@sanu/kernel";
import { callbackSignature } from "@sanu/sandbox";
import { eventually, type Person, type SentCallback, type World } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { countEvents, eventTypesAbout, refundReasons } from "./logs.ts";
import { slowPayments, startSanu } from "./start-world.ts";

const waitingNumber = numberEndingIn("111");
/** Just above the five minutes that a callback stays good. */
const oldSeconds = 302;
/** The same ahead, and what a machine that stands still takes off it on the way. */
const aheadSeconds = 330;

/** The callback that says an order is paid. */
interface Genuine {
  readonly text: string;
  readonly secret: string;
}

describe("a callback of the provider", () => {
  let world: World;
  let person: Person;

  beforeAll(async () => {
    const settings = { OPEN_TRANSACTIONS_MAX: "100" };
    world = await startSanu({ settings }, { payments: slowPayments });
    person = await world.signUp();
    // Only this test sends callbacks, when the money is already in the provider's own record.
    world.sandbox.callbacks.change({ copies: 0 });
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  /** An order that waits for its payer. */
  const openOrder = async () => {
    const { id } = createdOf(await buy(world, person, { amount: 1_000, number: waitingNumber }));
    await world.settled();
    const payment = world.sandbox.payments.all().at(-1);
    if (payment === undefined) throw new Error("The provider has no order");
    const secret = world.environment["SANDBOX_CALLBACK_SECRET"] ?? "";
    const genuine: Genuine = { text: callbackText(payment), secret };
    return { id, payment, genuine };
  };

  it.each<[string, number, (genuine: Genuine) => SentCallback]>([
    ["with a bad signature", 401, ({ text }) => signed({ text, secret: "another secret" })],
    ["without a signature", 401, ({ text }) => ({ headers: {}, body: Buffer.from(text) })],
    ["with a changed body", 401, (one) => ({ ...signed(one), body: Buffer.from(`${one.text} `) })],
    ["of long ago", 400, (one) => signed(one, nowSeconds() - oldSeconds)],
    ["of the future", 400, (one) => signed(one, nowSeconds() + aheadSeconds)],
    ["that is no JSON", 400, ({ secret }) => signed({ text: '{"event_id":', secret })],
    ["that tells of no payment", 400, ({ secret }) => signed({ text: '{"event_id":"1"}', secret })],
    ["that is empty", 400, ({ secret }) => signed({ text: "", secret })],
    [
      "about an unknown order",
      200,
      ({ secret }) => signed({ text: callbackText(unknown()), secret }),
    ],
    [
      "about no id",
      200,
      ({ secret }) => signed({ text: callbackText({ id: "1", key: "1" }), secret }),
    ],
  ])("%s is answered with %i and has no effect", async (_title, status, made) => {
    const { id, payment, genuine } = await openOrder();
    // The money is there: nothing but the callback's fault keeps it from having its effect.
    world.sandbox.gateway.receive(payment);
    const before = await countEvents(world);
    expect(await world.callbacks.deliver(made(genuine))).toBe(status);
    await world.settled();
    expect(await countEvents(world)).toEqual(before);

    expect(await world.callbacks.deliver(signed(genuine))).toBe(200);
    await world.settled();
    expect((await detailOf(world, person, id)).status).toBe("COMPLETED");
  });

  it("that says paid has no effect while the provider's own record does not", async () => {
    const { genuine } = await openOrder();
    const before = await countEvents(world);
    expect(await world.callbacks.deliver(signed(genuine))).toBe(200);
    await world.settled();
    expect(await countEvents(world)).toEqual(before);
  });

  it("of an unknown provider is not found", async () => {
    const { genuine } = await openOrder();
    const { headers, body } = signed(genuine);
    const before = await countEvents(world);
    const response = await world.api.call("POST", "/webhooks/nobody", { headers, rawBody: body });
    expect(response.status).toBe(404);
    expect(await countEvents(world)).toEqual(before);
  });

  it("about another amount pays nothing out and gives it back, once", async () => {
    const { id, payment, genuine } = await openOrder();
    world.sandbox.gateway.receive(payment, 900n);
    for (let time = 0; time < 3; time += 1) {
      expect(await world.callbacks.deliver(signed(genuine))).toBe(200);
    }
    await eventually("nothing is owed any more", async () => {
      return (await detailOf(world, person, id)).status === "FAILED";
    });
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payment-amount-mismatch"]);
    expect(await eventTypesAbout(world, "payments", id)).toEqual([
      "PaymentRequested",
      "PaymentInitiated",
      "PaymentDiscrepancyFound",
      "RefundRequested",
      "RefundSettled",
    ]);
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
  });
});

function callbackText({ id, key }: { readonly id: string; readonly key: string }): string {
  return JSON.stringify({
    event_id: newId(),
    type: "payment.completed",
    occurred_at: new Date().toISOString().replace("Z", "000Z"),
    payment: { id, merchant_key: key, status: "completed", amount_xof: "1000" },
  });
}

function unknown() {
  return { id: newId(), key: newId() };
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

function signed({ text, secret }: Genuine, unixSeconds = nowSeconds()): SentCallback {
  return {
    headers: {
      "content-type": "application/json",
      "x-sandbox-signature": callbackSignature(secret, text, unixSeconds),
    },
    body: Buffer.from(text),
  };
}
