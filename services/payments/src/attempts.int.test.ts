import { TransactionCreated } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { createEventStore, createGate } from "@sanu/platform";
import { attributesOfFact, deliveredToReaction, dyingExecutor, eventually } from "@sanu/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCollectionWorld, type TestOrder } from "./collection.fixture.ts";
import { payment } from "./payment/decide.ts";
import { PaymentEvent } from "./payment/events.ts";
import { publishPayment } from "./payment/publish.ts";
import { whenTransactionCreated } from "./reactions/when-transaction-created.ts";

const completed = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"] as const;

const world = await createCollectionWorld();
afterAll(() => world.stop());

describe("a collection whose answer is lost", () => {
  beforeEach(() => {
    world.sandbox.control.clearFaults();
    world.sandbox.callbacks.change({ copies: 1 });
  });

  afterEach(() => world.stopReplicas());

  /** Reacts as a process that dies right after its commit: the intention is stored, the call is not made. */
  const reactAndDie = async (order: TestOrder, factId = newId<"EventId">()) => {
    const store = createEventStore({
      database: world.database,
      schema: PaymentEvent,
      publish: publishPayment,
      projections: [],
      gate: createGate(),
      afterPublicCommit: () => undefined,
    });
    const attributes = attributesOfFact(TransactionCreated, { id: factId });
    const reaction = whenTransactionCreated({
      payments: dyingExecutor(store, payment),
      paymentStore: store,
      connectors: {
        choose: async () => ({ provider: "sandbox", reason: "first-choice", passedOver: [] }),
      },
      invoices: { open: () => Promise.reject(new Error("Nothing is sold here")) },
      nodes: { choose: async () => undefined },
      graceMs: 0,
      paymentHashOf: () => "",
      clock: systemClock,
    });
    return reaction
      .read(TransactionCreated.type, order.fact)
      ?.react(deliveredToReaction("test", attributes));
  };
  const endLeases = () => world.rows("update attempts set lease_until = now() where true");
  const attemptsOf = ({ paymentId }: TestOrder) =>
    world.rows<{ fence: number; state: string }>(
      "select fence::int, state from attempts where subject_id = $1",
      paymentId,
    );
  const createdCount = ({ key }: TestOrder) =>
    world.sandbox.journal.ofKind("payment-created").filter((entry) => entry.key === key).length;

  it("between the intention and the call is asked about, then called under the same key", async () => {
    const order = world.newOrder("+2290166000789");
    expect(await reactAndDie(order)).toMatchObject({ kind: "accepted" });
    await world.start();
    expect(world.callsOf(order, "payments.create")).toBe(0);
    await endLeases();
    await world.happened(order, ...completed);
    expect(createdCount(order)).toBe(1);
    const operations = world.sandbox.journal.ofKind("call").map(({ operation }) => operation);
    expect(operations[0]).toBe("payments.read");
    expect(world.callsOf(order, "payments.create")).toBe(1);
  });

  it("is handled once when the same fact reaches two processes at once", async () => {
    const order = world.newOrder("+2290166000789");
    const factId = newId<"EventId">();
    const results = await Promise.all(Array.from({ length: 6 }, () => reactAndDie(order, factId)));
    expect(results.filter((result) => result?.kind === "accepted")).toHaveLength(1);
    expect(await attemptsOf(order)).toHaveLength(1);
    expect(
      await world.rows("select 1 from timers where subject_id = $1", order.paymentId),
    ).toHaveLength(1);
    expect(await world.eventsOf(order)).toHaveLength(1);
  });

  it.each(["hang", "reset", "http-500", "html"] as const)(
    "because of %s, though the provider acted, is found by asking and not placed again",
    async (mode) => {
      world.sandbox.callbacks.change({ copies: 0 });
      await world.start();
      world.sandbox.control.addFault({ operation: "payments.create", mode, acts: true, times: 1 });
      const order = await world.order("+2290166000789");
      await world.happened(order, ...completed);
      expect(createdCount(order)).toBe(1);
      expect(world.callsOf(order, "payments.create")).toBe(1);
    },
  );

  it("because the provider never had it is placed again under the same key", async () => {
    await world.start();
    world.sandbox.control.addFault({ operation: "payments.create", mode: "reset", times: 2 });
    const order = await world.order("+2290166000789");
    await world.happened(order, ...completed);
    expect(createdCount(order)).toBe(1);
    expect(await attemptsOf(order)).toHaveLength(1);
  });

  it("for a while is not taken for lost: neither 404 nor 5xx ends the payment", async () => {
    await world.start();
    const order = world.newOrder("+2290166000006");
    const { control } = world.sandbox;
    control.addFault({ operation: "payments.create", mode: "hang", acts: true, times: 1 });
    control.addFault({ operation: "payments.read", mode: "not-found", times: 2 });
    control.addFault({ operation: "payments.read", mode: "http-500", times: 3 });
    await world.publish(order);
    await world.happened(order, "PaymentRequested", "PaymentInitiated");
    expect(createdCount(order)).toBe(1);
  });

  it("is not placed by a process whose lease is too old, and is placed once by another", async () => {
    const late = await world.start({ timings: { times: { pollMs: 20, leaseMs: 0.001 } } });
    const order = await world.order("+2290166000789");
    // A status check that is done in spite of that puts the next one off by seconds, each time twice as many.
    await eventually("the late process has tried", async () => {
      return ((await attemptsOf(order))[0]?.fence ?? 0) > 4;
    });
    expect(createdCount(order)).toBe(0);

    await late.stop();
    await world.start();
    await world.happened(order, ...completed);
    expect(createdCount(order)).toBe(1);
  });

  it("has one effect for each order with two replicas and callbacks that come often", async () => {
    world.sandbox.callbacks.change({ copies: 3, scatterMs: 20 });
    await Promise.all([world.start(), world.start()]);
    const orders = await Promise.all(
      Array.from({ length: 12 }, () => world.order("+2290166000789")),
    );
    await Promise.all(orders.map((order) => world.happened(order, ...completed)));
    expect(orders.map(createdCount)).toEqual(orders.map(() => 1));
    const paymentIds = orders.map(({ paymentId }) => paymentId);
    await eventually("every expiry is ended", async () => {
      const text = "select 1 from timers where subject_id = any($1)";
      return (await world.rows(text, paymentIds)).length === 0;
    });
    const states = (await Promise.all(orders.map(attemptsOf))).flat().map(({ state }) => state);
    expect(states).toEqual(orders.map(() => "settled"));
  });
});
