import {
  PaymentOutcomeUnknown,
  paymentsRefundFacts,
  streamName,
  TransactionCancelRequested,
  TransactionRefundRequested,
} from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { collectFacts, eventually, quickTimings } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CollectionWorld,
  createCollectionWorld,
  type TestOrder,
} from "./collection.fixture.ts";

/** After so long without an outcome a person is asked to look. */
const LONG_MS = 60_000;
const open = ["PaymentRequested", "PaymentInitiated"] as const;

describe("a buyer who changes her mind", () => {
  let world: CollectionWorld;

  beforeAll(async () => {
    world = await createCollectionWorld();
    await world.start();
  });

  afterAll(() => world.stop());

  const cancel = ({ transactionId, paymentId }: TestOrder) =>
    world.publishFact(TransactionCancelRequested, transactionId, {
      transactionId,
      paymentId,
      requestedAt: systemClock.now(),
    });

  it("has the order cancelled at the provider, whose word ends the payment", async () => {
    const order = await world.order("+2290166000007");
    await world.happened(order, ...open);
    await cancel(order);
    await world.happened(order, ...open, "PaymentCancelRequested", "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "cancelled" });
    expect(world.sandbox.payments.findByKey(order.key)).toMatchObject({ failure: "cancelled" });
  });

  it("is heard once, however often she says it", async () => {
    world.sandbox.control.addFault({ operation: "payments.cancel", mode: "http-500", times: 3 });
    const order = await world.order("+2290166000009");
    await world.happened(order, ...open);
    await Promise.all([cancel(order), cancel(order)]);
    await world.happened(order, ...open, "PaymentCancelRequested", "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "cancelled" });
  });

  it("keeps what she has paid meanwhile a payment", async () => {
    const order = await world.order("+2290166000008");
    await world.happened(order, ...open);
    const { callbacks, control, payments, gateway } = world.sandbox;
    callbacks.change({ copies: 0 });
    control.addFault({ operation: "payments.cancel", mode: "http-500", times: 1_000 });
    await cancel(order);
    await world.happened(order, ...open, "PaymentCancelRequested");
    const payment = payments.findByKey(order.key);
    if (payment !== undefined) gateway.receive(payment);
    control.clearFaults();
    await world.happened(order, ...open, "PaymentCancelRequested", "PaymentCompleted");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ amountXof: "10000" });
    callbacks.change({ copies: 1 });
  });

  it("has an order withdrawn for which nobody was ever called", async () => {
    const order = world.newOrder("+2290166000010");
    world.numbers.delete(order.transactionId);
    await world.publish(order);
    await world.happened(order, "PaymentRequested");
    await cancel(order);
    await world.happened(order, "PaymentRequested", "PaymentCancelRequested", "PaymentFailed");
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "cancelled" });
    expect(world.callsOf(order, "payments.create")).toBe(0);
  });

  it("is heard also where her word overtakes her order, which another replica has in hand", async () => {
    const { connection, namespace } = world.messaging;
    const stream = streamName(namespace, "transactions");
    const next = `$JS.API.CONSUMER.MSG.NEXT.${stream}.payments-from-transactions`;
    // What the other one takes it stands still with; facts go to the two by turns.
    const taking = connection.request(next, "", { timeout: 10_000, noMux: true });
    const orderUntilTaken = async (): Promise<TestOrder> => {
      const order = await world.order("+2290166000011");
      const isHere = world.happened(order, ...open).then(
        () => true,
        () => false,
      );
      return (await Promise.race([isHere, taking.then(() => false)])) ? orderUntilTaken() : order;
    };
    const order = await orderUntilTaken();
    const countOfKnown = async () =>
      (await world.rows("select 1 from handled union all select 1 from parked_facts")).length;
    const countBefore = await countOfKnown();
    await cancel(order);
    await eventually("her word has come", async () => (await countOfKnown()) > countBefore);
    expect(await world.eventsOf(order)).toEqual([]);

    (await taking).respond("-NAK");

    await eventually("her order has ended", async () => {
      await world.rows("update parked_facts set due_at = now()");
      return (await world.eventsOf(order)).at(-1)?.["type"] === "PaymentFailed";
    });
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ reason: "cancelled" });
  });
});

describe("an outcome that stays unknown for long", () => {
  let world: CollectionWorld;

  beforeAll(async () => {
    world = await createCollectionWorld();
    await world.start(
      {
        timings: {
          limits: { ...quickTimings.limits, statusCheckInReviewMs: 200 },
          times: quickTimings.times,
        },
      },
      { OUTCOME_UNKNOWN_AFTER_MS: `${LONG_MS}` },
    );
  });

  afterAll(() => world.stop());

  /** Time passes for the attempt of a payment or refund: until a person has to look. */
  const letAge = (subjectId: string) =>
    world.rows(
      `update attempts set created_at = created_at - make_interval(secs => $2),
         called_at = called_at - make_interval(secs => $2) where subject_id = $1`,
      subjectId,
      LONG_MS / 1_000,
    );

  const unknownOf = async (subjectId: string) => {
    const text = "select 1 from attempts where subject_id = $1 and state = 'unknown'";
    return (await world.rows(text, subjectId)).length === 1;
  };

  it("is told once for a payment, which is asked about further and can still end", async () => {
    const facts = collectFacts(world.messaging, PaymentOutcomeUnknown);
    const { control } = world.sandbox;
    const order = world.newOrder("+2290166000012");
    control.addFault({ operation: "payments.create", mode: "reset", acts: true });
    control.addFault({ operation: "payments.read", mode: "http-500", times: 100_000 });
    await world.publish(order);
    await eventually("its outcome is unknown", () => unknownOf(order.paymentId));
    await world.happened(order, "PaymentRequested");
    await letAge(order.paymentId);
    await world.happened(order, "PaymentRequested", "PaymentOutcomeUnknown");
    const callCount = () => world.sandbox.journal.ofKind("call").length;
    const before = callCount();
    await eventually("it is asked about further", () => callCount() > before + 3);
    control.clearFaults();
    await world.happened(order, "PaymentRequested", "PaymentOutcomeUnknown", "PaymentInitiated");
    await eventually("it is published", () => facts.length > 0);
    expect(facts).toMatchObject([{ paymentId: order.paymentId }]);
  });

  it("is told once for a refund, which can still settle", async () => {
    const facts = collectFacts(world.messaging, paymentsRefundFacts.RefundOutcomeUnknown);
    const { control } = world.sandbox;
    const order = await world.order("+2290166000789");
    await world.happened(order, ...open, "PaymentCompleted");
    control.addFault({ operation: "refunds.create", mode: "hang", acts: true });
    control.addFault({ operation: "refunds.read", mode: "http-500", times: 100_000 });
    const refundId = newId<"RefundId">();
    await world.publishFact(TransactionRefundRequested, order.transactionId, {
      transactionId: order.fact.transactionId,
      refundId,
      paymentId: order.paymentId,
      money: { currency: "XOF", amountXof: "10000" },
      reason: "payout-failed",
      receiptId:
        world.sandbox.payments.findByKey(order.key)?.receipts[0]?.receiptId ?? "no receipt",
      destination: { kind: "payer" },
      requestedAt: systemClock.now(),
    });
    await eventually("its outcome is unknown", () => unknownOf(refundId));
    await world.refundHappened(refundId, "RefundRequested");
    await letAge(refundId);
    await world.refundHappened(refundId, "RefundRequested", "RefundOutcomeUnknown");
    control.clearFaults();
    const ended = ["RefundRequested", "RefundOutcomeUnknown", "RefundSettled"];
    await world.refundHappened(refundId, ...ended);
    await eventually("it is published", () => facts.length > 0);
    expect(facts).toMatchObject([{ refundId }]);
  });
});
