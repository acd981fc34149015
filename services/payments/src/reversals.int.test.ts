import { attemptKey } from "@sanu/attempts";
import {
  type FactInput,
  PaymentReversed,
  paymentsRefundFacts,
  RefundReversed,
  TransactionRefundRequested,
} from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createCollectionWorld, type TestOrder } from "./collection.fixture.ts";

type RefundRequest = FactInput<typeof TransactionRefundRequested>;

const world = await createCollectionWorld();
await world.start();
const facts = {
  payments: world.listen(PaymentReversed),
  refunds: world.listen(RefundReversed),
  settled: world.listen(paymentsRefundFacts.RefundSettled),
};
const paid = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"] as const;
const refunded = ["RefundRequested", "RefundSettled"] as const;

beforeEach(() => {
  world.sandbox.control.clearFaults();
  world.sandbox.callbacks.change({ copies: 1 });
  world.sandbox.refunds.setDifferenceXof(0n);
});

afterAll(() => world.stop());

const paymentOf = ({ key }: TestOrder) => {
  const payment = world.sandbox.payments.findByKey(key);
  if (payment === undefined) throw new Error("The provider has no such order");
  return payment;
};

async function paidOrder(): Promise<TestOrder> {
  const order = await world.order("+2290166001900");
  await world.happened(order, "PaymentRequested", "PaymentInitiated");
  world.sandbox.gateway.receive(paymentOf(order));
  await world.happened(order, ...paid);
  return order;
}

async function requestRefund(order: TestOrder): Promise<RefundRequest> {
  const request: RefundRequest = {
    transactionId: order.transactionId,
    refundId: newId<"RefundId">(),
    paymentId: order.paymentId,
    money: { currency: "XOF", amountXof: "10000" },
    reason: "payout-failed",
    receiptId: paymentOf(order).receipts[0]?.receiptId ?? "none",
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
  };
  await world.publishFact(TransactionRefundRequested, String(order.transactionId), request);
  return request;
}

/** The moment of a late check has come. */
const lateCheckIsDue = (subjectId: string) =>
  world.rows("update attempts set next_at = now() where subject_id = $1 returning 1", subjectId);
const ofSubject = (received: readonly unknown[], id: string) =>
  received.filter((fact) => JSON.stringify(fact).includes(id));

describe("a collection that the provider takes back", () => {
  it("is published once, however many callbacks and late checks say so", async () => {
    const order = await paidOrder();
    world.sandbox.callbacks.change({ copies: 4 });
    expect(world.sandbox.reversals.reverse(order.key)).toBe("reversed");
    await world.happened(order, ...paid, "PaymentReversed");
    await lateCheckIsDue(order.paymentId);
    await eventually("the late check has read it too", async () => {
      const text = "select 1 from attempts where subject_id = $1 and next_at > now()";
      return (await world.rows(text, order.paymentId)).length === 1;
    });
    await world.happened(order, ...paid, "PaymentReversed");
    await eventually(
      "it is published",
      () => ofSubject(facts.payments, order.paymentId).length > 0,
    );
    expect(ofSubject(facts.payments, order.paymentId)).toMatchObject([
      {
        transactionId: order.transactionId,
        money: { currency: "XOF", amountXof: "10000" },
        receiptId: paymentOf(order).receipts[0]?.receiptId,
      },
    ]);
  });

  it("is found by a late check where no callback says so, and its money is not refunded", async () => {
    const order = await paidOrder();
    world.sandbox.callbacks.change({ copies: 0 });
    world.sandbox.reversals.reverse(order.key);
    await lateCheckIsDue(order.paymentId);
    await world.happened(order, ...paid, "PaymentReversed");
    const { refundId } = await requestRefund(order);
    await world.refundHappened(refundId, "RefundRequested", "RefundFailed");
    expect(world.refundCalls(refundId)).toBe(0);
  });

  it("is not refunded any more where that was ordered before, and nobody could be asked yet", async () => {
    const order = await paidOrder();
    // Nobody can say yet which order of the provider's the money came by.
    const forgotten =
      "update attempts set provider_reference = null where subject_id = $1 returning 1";
    await world.rows(forgotten, order.paymentId);
    world.sandbox.control.decideFaults((operation) =>
      operation === "payments.read" ? { mode: "http-500", acts: false } : undefined,
    );
    const { refundId } = await requestRefund(order);
    await eventually("it waits", async () => {
      const text = "select 1 from attempts where subject_id = $1 and last_error is not null";
      return (await world.rows(text, refundId)).length === 1;
    });
    world.sandbox.callbacks.change({ copies: 0 });
    world.sandbox.reversals.reverse(order.key);
    world.sandbox.control.clearFaults();
    await lateCheckIsDue(order.paymentId);
    await world.happened(order, ...paid, "PaymentReversed");
    await world.refundHappened(refundId, "RefundRequested", "RefundFailed");
    expect(world.refundCalls(refundId)).toBe(0);
  });

  it("is not refunded by a call made again, which nobody may have taken", async () => {
    const order = await paidOrder();
    world.sandbox.control.decideFaults((operation) =>
      operation === "refunds.create" ? { mode: "http-500", acts: false } : undefined,
    );
    const { refundId } = await requestRefund(order);
    const failed = "select 1 from attempts where subject_id = $1 and call_error is not null";
    await eventually("it was called in vain", async () => {
      return (await world.rows(failed, refundId)).length === 1;
    });
    expect(world.sandbox.reversals.reverse(order.key)).toBe("reversed");
    await world.happened(order, ...paid, "PaymentReversed");
    world.sandbox.control.clearFaults();
    const text = "select 1 from attempts where subject_id = $1 and last_error = 'receipt-reversed'";
    await eventually("the resend is withheld", async () => {
      return (await world.rows(text, refundId)).length === 1;
    });
    expect(world.refundCalls(refundId)).toBe(0);
    await world.refundHappened(refundId, "RefundRequested");
  });

  it("has failed where it was taken back before anybody saw it", async () => {
    world.sandbox.callbacks.change({ copies: 0 });
    const order = await world.order("+2290166001901");
    await world.happened(order, "PaymentRequested", "PaymentInitiated");
    world.sandbox.gateway.receive(paymentOf(order));
    world.sandbox.reversals.reverse(order.key);
    await lateCheckIsDue(order.paymentId);
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "refused-by-provider" });
  });
});

describe("a refund that the provider gets back", () => {
  it("is published once, and its receipt can be refunded again", async () => {
    const order = await paidOrder();
    const { refundId } = await requestRefund(order);
    await world.refundHappened(refundId, ...refunded);
    world.sandbox.callbacks.change({ copies: 3 });
    expect(world.sandbox.reversals.reverse(attemptKey("refund", refundId, 1))).toBe("reversed");
    await world.refundHappened(refundId, ...refunded, "RefundReversed");
    await lateCheckIsDue(refundId);
    await eventually("it is published", () => ofSubject(facts.refunds, refundId).length > 0);
    const again = await requestRefund(order);
    await world.refundHappened(again.refundId, ...refunded);
    await world.refundHappened(refundId, ...refunded, "RefundReversed");
    expect(ofSubject(facts.refunds, refundId)).toMatchObject([
      { transactionId: order.transactionId, money: { currency: "XOF", amountXof: "10000" } },
    ]);
  });
});

it.each([-100n, 40n])(
  "a refund that arrives with %s XOF of difference says what arrived",
  async (by) => {
    const order = await paidOrder();
    world.sandbox.refunds.setDifferenceXof(by);
    const { refundId } = await requestRefund(order);
    await world.refundHappened(refundId, ...refunded);
    await eventually("it is published", () => ofSubject(facts.settled, refundId).length > 0);
    expect(ofSubject(facts.settled, refundId)).toMatchObject([
      { money: { currency: "XOF", amountXof: `${10_000n + by}` }, fee: null },
    ]);
  },
);
