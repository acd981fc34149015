import { attemptKey } from "@sanu/attempts";
import {
  paymentsConnectors,
  paymentsRefundFacts,
  TransactionRefundRequested,
} from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import type { CollectionRail } from "@sanu/rails";
import { eventually, serveStaffKey } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createCollectionWorld, railLike, type TestOrder } from "./collection.fixture.ts";

type Answer = Awaited<ReturnType<CollectionRail["initiate"]>>;
const refusal = { kind: "rejected", reason: "refused-by-provider" } as const;
const silence = { kind: "unknown", cause: "no-response" } as const;
const open = ["PaymentRequested", "PaymentInitiated"] as const;
const failedOver = ["PaymentRequested", "PaymentAttemptRejected", "PaymentInitiated"] as const;

const world = await createCollectionWorld();
const staff = serveStaffKey(world.messaging);
const refunded = world.listen(paymentsRefundFacts.RefundSettled);
const asked: string[] = [];
/** What each says instead of taking an order. */
const says = new Map<string, Answer>();

const railOf = (provider: string, limits: CollectionRail["limits"] = {}): CollectionRail => {
  const rail = railLike(world, { provider, limits });
  return {
    ...rail,
    async initiate(order) {
      asked.push(`${provider} ${order.key}`);
      return says.get(provider) ?? rail.initiate(order);
    },
    async refund(order) {
      asked.push(`${provider} refunds`);
      return rail.refund(order);
    },
  };
};
const north = railOf("north", { amountXofMax: xof(50_000n) });
const south = railOf("south");
await world.start({ rails: [north, south] });

beforeEach(() => {
  says.clear();
  asked.length = 0;
});

afterAll(async () => {
  await staff.stop();
  await world.stop();
});

/** What an admin is shown of a provider. */
async function shown(provider: string) {
  const { listConnectors } = paymentsConnectors;
  const context = { correlationId: "test", causationId: "test" };
  const reply = await staff.request(listConnectors, {}, { context });
  if (reply.kind !== "replied") throw new Error(`Payments does not say: ${reply.kind}`);
  return reply.data.connectors.find((one) => one.provider === provider);
}

const keyOf = ({ paymentId }: TestOrder, attemptNumber: number) =>
  attemptKey("collection", paymentId, attemptNumber);
const choiceOf = async (order: TestOrder) => (await world.eventsOf(order))[0]?.["choice"];
const pay = (key: string) => {
  const payment = world.sandbox.payments.findByKey(key);
  if (payment === undefined) throw new Error("The provider knows no such order");
  world.sandbox.gateway.receive(payment);
};

describe("with two providers", () => {
  it("a collection that the first refuses at once is the second one's, under a key of its own, to its refund", async () => {
    says.set("north", refusal);
    const order = await world.order("+2290166000101");
    await world.happened(order, ...failedOver);
    expect(asked).toEqual([`north ${keyOf(order, 1)}`, `south ${keyOf(order, 2)}`]);
    expect((await world.eventsOf(order))[1]).toMatchObject({
      attemptNumber: 1,
      reason: "refused-by-provider",
      next: {
        provider: "south",
        reason: "fail-over",
        passedOver: [{ provider: "north", obstacle: "refused-before" }],
      },
    });
    pay(keyOf(order, 2));
    await world.happened(order, ...failedOver, "PaymentCompleted");
    const paid = (await world.eventsOf(order)).at(-1);
    expect(paid).toMatchObject({ attemptNumber: 2 });

    await world.publishFact(TransactionRefundRequested, order.transactionId, {
      transactionId: order.transactionId,
      refundId: newId<"RefundId">(),
      paymentId: order.paymentId,
      money: { currency: "XOF", amountXof: "10000" },
      reason: "payout-failed",
      receiptId: String(paid?.["receiptReference"]),
      destination: { kind: "payer" },
      requestedAt: systemClock.now(),
    });
    await eventually("it is back", () => refunded.length > 0);
    expect(asked.slice(2)).toEqual(["south refunds"]);
  });

  it("a collection that both refuse has failed, and nobody has it", async () => {
    says.set("north", refusal).set("south", refusal);
    const order = await world.order("+2290166000102");
    await world.happened(order, "PaymentRequested", "PaymentAttemptRejected", "PaymentFailed");
    expect(asked).toEqual([`north ${keyOf(order, 1)}`, `south ${keyOf(order, 2)}`]);
  });

  it("an order that is more than the first takes goes to the second, and the log says why", async () => {
    const order = await world.order("+2290166000103", { amountXof: 60_000n });
    await world.happened(order, ...open);
    expect(asked).toEqual([`south ${keyOf(order, 1)}`]);
    expect(await choiceOf(order)).toEqual({
      provider: "south",
      reason: "first-choice",
      passedOver: [{ provider: "north", obstacle: "above-its-most" }],
    });
  });

  it("an order that was begun at one ends there, whichever comes first by then", async () => {
    const order = await world.order("+2290166000104");
    await world.happened(order, ...open);
    await world.stopReplicas();
    await world.start({ rails: [south, north] });
    pay(order.key);
    await world.happened(order, ...open, "PaymentCompleted");
    const later = await world.order("+2290166000105");
    await world.happened(later, ...open);
    expect(asked).toEqual([`north ${order.key}`, `south ${later.key}`]);
    await world.stopReplicas();
    await world.start({ rails: [north, south] });
  });

  it("an order goes to nobody who is disabled, and what was begun there goes on", async () => {
    const rails = [railOf("sandbox"), south];
    await world.stopReplicas();
    await world.start({ rails });
    const begun = await world.order("+2290166000112");
    await world.happened(begun, ...open);
    await world.stopReplicas();
    await world.start({ rails }, { COLLECTION_RAIL: "-sandbox" });
    const order = await world.order("+2290166000113");
    await world.happened(order, ...open);
    expect(asked).toEqual([`sandbox ${begun.key}`, `south ${order.key}`]);
    expect(await choiceOf(order)).toMatchObject({
      passedOver: [{ provider: "sandbox", obstacle: "disabled" }],
    });
    pay(begun.key);
    await world.happened(begun, ...open, "PaymentCompleted");
    await world.stopReplicas();
    await world.start({ rails: [north, south] });
  });

  it("a call without an answer is never the second one's; once none has one, new orders are", async () => {
    says.set("north", silence);
    const silent = await Promise.all(
      ["106", "107", "108", "109", "110"].map((ending) => world.order(`+2290166000${ending}`)),
    );
    const text = "select 1 from attempts where provider = 'north' and state = 'unknown'";
    await eventually("none is known", async () => (await world.rows(text)).length === 5);
    await eventually("its circuit is open", async () => (await shown("north"))?.circuit === "open");
    expect(await shown("north")).toMatchObject({ priority: 1, failed: silent.length });
    expect(await shown("south")).toMatchObject({ priority: 2, circuit: "closed", failed: 0 });
    const choice = await eventually("a new one is the second one's", async () => {
      const later = await world.order("+2290166000111");
      await eventually("it is requested", async () => (await world.eventsOf(later)).length > 0);
      const made = (await choiceOf(later)) as { readonly provider: string };
      return made.provider === "south" ? made : undefined;
    });
    expect(choice).toEqual({
      provider: "south",
      reason: "first-choice",
      passedOver: [{ provider: "north", obstacle: "circuit-open" }],
    });
    const providers = "select provider from attempts where subject_id = $1";
    for (const { paymentId } of silent) {
      expect(await world.rows(providers, paymentId)).toEqual([{ provider: "north" }]);
    }
  });
});
