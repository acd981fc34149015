import { createHmac } from "node:crypto";
import { newId } from "@sanu/kernel";
import { callbackSignature } from "@sanu/sandbox";
import { eventually, fairNowMs, isLongRun } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import type { ReceivedCallback } from "./callbacks.fixture.ts";
import { createCollectionWorld, railLike, type TestOrder } from "./collection.fixture.ts";
import { callbackLimits } from "./handlers/receive-callback.ts";
import { hintLimits } from "./hint-timer.ts";

const secret = "the sandbox signs with this";
const open = ["PaymentRequested", "PaymentInitiated"] as const;

/** A callback that the provider could have sent. */
function signed(body: object, unixSeconds = Math.floor(Date.now() / 1_000)): ReceivedCallback {
  const text = JSON.stringify(body);
  return { rawBody: Buffer.from(text), signature: callbackSignature(secret, text, unixSeconds) };
}

function aboutKey(key: string) {
  return {
    event_id: newId(),
    type: "payment.completed",
    occurred_at: "2026-11-21T10:00:00.000000Z",
    payment: { id: "unknown", merchant_key: key, status: "completed", amount_xof: "10000" },
  };
}

/** Of one signed callback. */
const copies = isLongRun() ? 10_000 : 20;

/** A callback that anybody could have sent: it only names an order. */
const unsigned = (key: string): ReceivedCallback => ({ rawBody: Buffer.from(key), signature: "" });

const world = await createCollectionWorld();
const { readCallback } = railLike(world, {});
const rail = railLike(world, {
  readCallback(callback, now) {
    const text = Buffer.from(callback.rawBody).toString();
    if (text.startsWith("{") || callback.headers["x-sandbox-signature"] !== "") {
      return readCallback(callback, now);
    }
    const providerReference = text === "" ? null : text;
    return { kind: "hint", eventId: text, key: text, providerReference, occurredAt: now };
  },
});
/** No order goes there. */
const byPut = railLike(world, {
  provider: "by-put",
  serves: () => false,
  takesCallbacksByPut: true,
  readCallback: () => ({ kind: "rejected", reason: "stale" }),
});
// The executor checks rarely here, so that what happens is the callback's doing.
const timings = { limits: { statusCheckFirstMs: 60_000 }, times: { pollMs: 20 } };
await world.start({ rails: [rail, byPut], timings });
world.sandbox.callbacks.change({ copies: 0 });

afterAll(() => world.stop());

const opened = async (number = "+2290166000005") => {
  const order = await world.order(number);
  await world.happened(order, ...open);
  return order;
};
const receive = ({ key }: TestOrder, amountXof?: bigint) => {
  const payment = world.sandbox.payments.findByKey(key);
  if (payment !== undefined) world.sandbox.gateway.receive(payment, amountXof);
};
const callbackRows = ({ paymentId }: TestOrder) =>
  world.rows("select 1 from callbacks where payment_id = $1", paymentId);

describe("a provider's callback", () => {
  it("that comes by PUT is read where its provider sends so, and is nobody's elsewhere", async () => {
    const callback = { ...unsigned(""), method: "PUT" } as const;
    expect(await world.deliver(callback)).toBe("unknown-provider");
    expect(await world.deliver(callback, byPut.provider)).toBe("stale");
  });

  it("completes the payment once, however often it comes", async () => {
    const order = await opened();
    receive(order);
    const callback = signed(aboutKey(order.key));
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => world.deliver(callback)));
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "ignored")).toHaveLength(11);
    expect(await world.deliver(callback)).toBe("ignored");
    await world.happened(order, ...open, "PaymentCompleted");
    expect(await callbackRows(order)).toHaveLength(1);
  });

  it("that is sent ever again costs its questions once, whether it said something or not", async () => {
    const order = await opened();
    const asked = () => world.callsOf(order, "payments.read");
    const [before, first] = [asked(), signed(aboutKey(order.key))];
    const replay = async (callback: ReceivedCallback) => {
      for (let copy = 0; copy < copies; copy += 1) {
        expect(await world.deliver(callback)).toBe("ignored");
      }
    };
    await replay(first);
    await eventually("it is read again", () => asked() === before + 2);
    await replay(first);
    receive(order);
    const second = signed(aboutKey(order.key));
    expect(await world.deliver(second)).toBe("accepted");
    await replay(second);
    expect(asked()).toBe(before + 3);
    await world.happened(order, ...open, "PaymentCompleted");
  });

  it("says nothing new when others said it before", async () => {
    const order = await opened();
    receive(order);
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("accepted");
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("ignored");
    await world.happened(order, ...open, "PaymentCompleted");
  });

  it("moves no money by what it says: the provider's own record decides", async () => {
    const order = await opened();
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("ignored");
    await world.happened(order, ...open);
  });

  it("of an order that another provider has is nobody's here", async () => {
    const order = await opened();
    receive(order);
    const text = "update attempts set provider = $2 where attempt_id = $1";
    await world.rows(text, order.key, "elsewhere");
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("ignored");
    await world.happened(order, ...open);
    expect(await callbackRows(order)).toEqual([]);
    await world.rows(text, order.key, "sandbox");
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("accepted");
  });

  it("has no effect with a bad signature, an old or a future time, or a changed body", async () => {
    const order = await opened();
    receive(order);
    const body = aboutKey(order.key);
    const text = JSON.stringify(body);
    const now = Math.floor(Date.now() / 1_000);
    const forged = createHmac("sha256", "another secret").update(`${now}.${text}`).digest("hex");
    const genuine = signed(body);
    const outcomes = [
      await world.deliver({ rawBody: Buffer.from(text), signature: `t=${now},s=${forged}` }),
      await world.deliver({ rawBody: Buffer.from(text), signature: "" }),
      await world.deliver({ ...genuine, rawBody: Buffer.from(`${text} `) }),
      await world.deliver(signed(body, now - 400)),
      await world.deliver(signed(body, now + 400)),
      await world.deliver(signed({ event_id: 7 })),
      await world.deliver(genuine, "another-provider"),
    ];
    expect(outcomes).toEqual([
      "bad-signature",
      "bad-signature",
      "bad-signature",
      "stale",
      "stale",
      "malformed",
      "unknown-provider",
    ]);
    await world.happened(order, ...open);
    expect(await callbackRows(order)).toHaveLength(0);
    // The same callback, untouched, has its effect: it was refused for these reasons alone.
    expect(await world.deliver(genuine)).toBe("accepted");
    await world.happened(order, ...open, "PaymentCompleted");
  });

  it.each([newId(), "not a key", "'; drop table events; --"])(
    "about the order %s that nobody made has no effect",
    async (key) => {
      expect(await world.deliver(signed(aboutKey(key)))).toBe("ignored");
      expect(await world.rows("select 1 from callbacks where payment_id::text = $1", key)).toEqual(
        [],
      );
    },
  );

  it("holds money that came in another amount", async () => {
    const order = await opened();
    receive(order, 9_000n);
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("accepted");
    await world.happened(order, ...open, "PaymentDiscrepancyFound");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({
      discrepancy: "amount-mismatch",
      receivedXof: "9000",
    });
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("ignored");
  });

  it("reports money that came a second time, once", async () => {
    const order = await opened();
    receive(order);
    await world.deliver(signed(aboutKey(order.key)));
    receive(order, 4_000n);
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("accepted");
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("ignored");
    await world.happened(order, ...open, "PaymentCompleted", "PaymentDiscrepancyFound");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({
      discrepancy: "duplicate",
      receivedXof: "4000",
    });
  });

  it("makes us ask again when the provider cannot be read, until it can", async () => {
    const order = await opened();
    receive(order);
    world.sandbox.control.addFault({ operation: "payments.read", mode: "http-500", times: 1 });
    const callback = signed(aboutKey(order.key));
    expect(await world.deliver(callback)).toBe("accepted");
    await world.happened(order, ...open, "PaymentCompleted");
    expect(await world.deliver(callback)).toBe("ignored");
  });

  it("is obeyed once, and refused never, when it comes several times while the provider cannot be read", async () => {
    const order = await opened();
    receive(order);
    world.sandbox.control.addFault({ operation: "payments.read", mode: "http-500", times: 8 });
    const callback = signed(aboutKey(order.key));
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => world.deliver(callback)));
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "ignored")).toHaveLength(7);
    // How many of them asked before the first was known is chance.
    world.sandbox.control.clearFaults();
    expect(await callbackRows(order)).toHaveLength(1);
    // Behind so many errors the executor asks in half a minute; another callback is read at once.
    await world.deliver(signed(aboutKey(order.key)));
    await world.happened(order, ...open, "PaymentCompleted");
  });

  it("is taken when the provider is too slow to be read, and we go on asking", async () => {
    const order = await opened();
    receive(order);
    world.sandbox.control.addFault({ operation: "payments.read", mode: "hang", times: 1 });
    const callback = signed(aboutKey(order.key));
    const from = fairNowMs();
    expect(await world.deliver(callback)).toBe("accepted");
    expect(fairNowMs() - from).toBeLessThan(callbackLimits.statusWaitMs + 5_000);
    await world.happened(order, ...open, "PaymentCompleted");
  });

  it("that comes before the answer to the call completes the payment all the same", async () => {
    world.sandbox.control.addFault({
      operation: "payments.create",
      mode: "hang",
      acts: true,
      times: 1,
    });
    const order = await world.order("+2290166000789");
    await eventually("the provider has the order", () =>
      world.sandbox.payments.findByKey(order.key),
    );
    expect(await world.deliver(signed(aboutKey(order.key)))).toBe("accepted");
    await world.happened(order, ...open, "PaymentCompleted");
  });
});

describe("a callback that nobody signed", () => {
  const asked = (order: TestOrder) => world.callsOf(order, "payments.read");
  /** What a busy machine could not take is sent again, as providers do. */
  const deliverUntilTaken = (text: string) =>
    eventually("it is taken", async () => {
      const outcome = await world.deliver(unsigned(text));
      return outcome !== "unavailable" && outcome;
    });
  const flood = (text: string) =>
    Promise.all(Array.from({ length: 60 }, () => deliverUntilTaken(text)));
  /** The one timer of the order is due, and its pause over. */
  const passPause = async ({ paymentId }: TestOrder) => {
    const text = `with waiting as (
        update callbacks set received_at = received_at - make_interval(secs => $2 / 1000.0)
        where payment_id = $1 and provider = 'hint' returning received_at)
      update timers set due_at = waiting.received_at + make_interval(secs => $2 / 1000.0) from waiting
      where subject_id = $1 and kind = 'hint'
        and due_at = waiting.received_at + make_interval(secs => $2 / 500.0) returning 1`;
    expect(await world.rows(text, paymentId, hintLimits.pauseMs)).toHaveLength(1);
  };

  const checksRequested = async ({ paymentId }: TestOrder) => {
    const text = "select status_checks_requested as n from attempts where subject_id = $1";
    const [row] = await world.rows(text, paymentId);
    return Number((row as { readonly n: string } | undefined)?.n);
  };

  it("makes us read the order, whose status alone has an effect", async () => {
    const order = await opened();
    expect(await world.deliver(unsigned(order.key))).toBe("accepted");
    await eventually("the provider is asked", () => asked(order) === 1);
    await world.happened(order, ...open);
    receive(order);
    // What comes within the pause is not lost: the order is read when it is over.
    await world.deliver(unsigned(order.key));
    await passPause(order);
    await world.happened(order, ...open, "PaymentCompleted");
  });

  it("costs one question for each order and ten seconds, however many come", async () => {
    const order = await opened();
    expect(new Set(await flood(order.key))).toEqual(new Set(["accepted"]));
    await eventually("the provider is asked", () => asked(order) === 1);
    await flood(order.key);
    expect(await checksRequested(order)).toBe(1);
    expect(await callbackRows(order)).toHaveLength(1);
    await passPause(order);
    await eventually("the provider is asked again", () => asked(order) === 2);
    await flood(order.key);
    expect(await checksRequested(order)).toBe(2);
    await world.happened(order, ...open);
  });

  it("about an order that nobody made, or about none, costs no question", async () => {
    const requested = () => world.rows("select sum(status_checks_requested) from attempts");
    const before = await requested();
    for (const text of [newId(), "nobody's", ""]) {
      expect(new Set(await flood(text))).toEqual(new Set(["ignored"]));
    }
    expect(await world.rows("select 1 from callbacks where event_id like '%nobody%'")).toEqual([]);
    expect(await requested()).toEqual(before);
  });
});
