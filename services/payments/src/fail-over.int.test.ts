import { attemptKey } from "@sanu/attempts";
import {
  ConnectorTermsChanged,
  paymentsConnectors,
  paymentsRefundFacts,
  TransactionRefundRequested,
} from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import { switchSources } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";
import {
  awaitConnectorTerms,
  checkTermsFollowed,
  eventually,
  saidOfConnector,
  serveStaffKey,
} from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createCollectionWorld, railLike, type TestOrder } from "./collection.fixture.ts";

type Answer = Awaited<ReturnType<CollectionRail["initiate"]>>;
const refusal = { kind: "rejected", reason: "refused-by-provider" } as const;
const silence = { kind: "unknown", cause: "no-response" } as const;
const notFound = { kind: "not-found" } as const;
const open = ["PaymentRequested", "PaymentInitiated"] as const;
const failedOver = ["PaymentRequested", "PaymentAttemptRejected", "PaymentInitiated"] as const;

const world = await createCollectionWorld();
const staff = serveStaffKey(world.messaging);
const refunded = world.listen(paymentsRefundFacts.RefundSettled);
const asked: string[] = [];
/** What each says instead of taking an order. */
const says = new Map<string, Answer>();
/** Who takes an order although it says that it does not. */
const takes = new Set<string>();

const railOf = (provider: string, limits: CollectionRail["limits"] = {}): CollectionRail => {
  const rail = railLike(world, { provider, limits });
  return {
    ...rail,
    async initiate(order) {
      asked.push(`${provider} ${order.key}`);
      if (takes.has(provider)) await rail.initiate(order);
      return says.get(provider) ?? rail.initiate(order);
    },
    async refund(order) {
      asked.push(`${provider} refunds`);
      return rail.refund(order);
    },
  };
};
/** Of their own for each start, because a replica that stops closes its rails. */
const newNorth = () => railOf("north", { amountXofMax: xof(50_000n) });
const newRails = () => [newNorth(), railOf("south")];
await world.start({ rails: newRails() });

beforeEach(() => {
  says.clear();
  takes.clear();
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

const refund = (order: TestOrder, paid: Record<string, unknown> | undefined) =>
  world.publishFact(TransactionRefundRequested, order.transactionId, {
    transactionId: order.transactionId,
    refundId: newId<"RefundId">(),
    paymentId: order.paymentId,
    money: { currency: "XOF", amountXof: "10000" },
    reason: "payout-failed",
    receiptId: String(paid?.["receiptReference"]),
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
  });

/** The staff says of a provider, and payments has heard it. */
const say = async (provider: string, changes: Parameters<typeof saidOfConnector>[2] = {}) => {
  const said = saidOfConnector(provider, "collection", changes);
  await world.publishFact(ConnectorTermsChanged, newId(), said);
  await awaitConnectorTerms(world.database, said);
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

    await refund(order, paid);
    await eventually("it is back", () => refunded.length > 0);
    expect(asked.slice(2)).toEqual(["south refunds"]);
  });

  it.each([
    [
      "by its callback",
      async (order: TestOrder) => {
        const callback = await eventually("the provider calls back", () => world.callbacks.at(-1));
        expect(await world.deliver(callback, "north")).toBe("accepted");
        return order;
      },
    ],
    [
      "by its status",
      (order: TestOrder) =>
        world.rows(
          `update attempts set status_checks_requested = status_checks_requested + 1, next_at = now()
           where attempt_id = $1`,
          keyOf(order, 1),
        ),
    ],
  ] as const)(
    "an order that is paid where it had been refused is closed where it went to, when that is known %s",
    async (_how, show) => {
      says.set("north", refusal);
      takes.add("north");
      world.callbacks.length = 0;
      const order = await world.order("+2290166000122");
      await world.happened(order, ...failedOver);
      pay(keyOf(order, 1));
      await show(order);
      await world.happened(order, ...failedOver, "PaymentCompleted");
      expect((await world.eventsOf(order)).at(-1)?.["attemptNumber"]).toBeUndefined();

      const text = "select state from attempts where attempt_id = $1";
      await eventually("nobody can pay it there any more", async () => {
        const [other] = await world.rows<{ state: string }>(text, keyOf(order, 2));
        return other?.state === "rejected";
      });
      await world.happened(order, ...failedOver, "PaymentCompleted");
    },
  );

  it("an order that is paid where it is being refused in the same moment is closed where it went to", async () => {
    const asksFor = Promise.withResolvers<void>();
    const hasFailedOver = Promise.withResolvers<void>();
    const east = railOf("east");
    const rails = [
      {
        ...east,
        async initiate(order: Parameters<CollectionRail["initiate"]>[0]) {
          const refused = await east.initiate(order);
          pay(order.key);
          const callback = await eventually("it calls back", () => world.callbacks.at(-1));
          outcome = world.deliver(callback, "east");
          await asksFor.promise;
          return refused;
        },
        async status(query: Parameters<CollectionRail["status"]>[0]) {
          asksFor.resolve();
          await hasFailedOver.promise;
          return east.status(query);
        },
      },
      ...newRails(),
    ];
    let outcome: ReturnType<typeof world.deliver> | undefined;
    await world.stopReplicas();
    await world.start({ rails });
    says.set("east", refusal).set("north", refusal);
    takes.add("east");
    world.callbacks.length = 0;
    const order = await world.order("+2290166000125");
    const rejected = "PaymentAttemptRejected";
    await world.happened(order, "PaymentRequested", rejected, rejected, "PaymentInitiated");
    hasFailedOver.resolve();
    expect(await outcome).toBe("accepted");
    const text = "select state from attempts where attempt_id = $1";
    await eventually("nobody can pay it there any more", async () => {
      const [other] = await world.rows<{ state: string }>(text, keyOf(order, 3));
      return other?.state === "rejected";
    });
    const initiated = ["PaymentInitiated", "PaymentCompleted"] as const;
    await world.happened(order, "PaymentRequested", rejected, rejected, ...initiated);
    await world.stopReplicas();
    await world.start({ rails: newRails() });
  });

  it("an order that is paid where it had been refused ends where it never came, once its prompt would be over", async () => {
    const promptLifeMs = 1;
    const west = { ...railOf("west"), cancel: null, promptLifeMs, status: async () => notFound };
    const rails = [railOf("east"), west, ...newRails()];
    await world.stopReplicas();
    await world.start({ rails }, { PAYMENT_GRACE_MS: "0" });
    says.set("east", refusal).set("west", silence);
    takes.add("east");
    const order = await world.order("+2290166000124");
    await eventually("both were asked", () => asked.includes(`west ${keyOf(order, 2)}`));
    pay(keyOf(order, 1));
    await world.rows(
      `update attempts set status_checks_requested = status_checks_requested + 1, next_at = now()
       where attempt_id = $1`,
      keyOf(order, 1),
    );
    const text = "select state from attempts where attempt_id = $1";
    await eventually("nobody asks about it any more", async () => {
      const [other] = await world.rows<{ state: string }>(text, keyOf(order, 2));
      return other?.state === "rejected";
    });
    const completed = ["PaymentInitiated", "PaymentCompleted"] as const;
    await world.happened(order, "PaymentRequested", "PaymentAttemptRejected", ...completed);
    await world.stopReplicas();
    await world.start({ rails: newRails() });
  });

  it("a collection that both refuse has failed, and nobody has it", async () => {
    says.set("north", refusal).set("south", refusal);
    const order = await world.order("+2290166000102");
    await world.happened(order, "PaymentRequested", "PaymentAttemptRejected", "PaymentFailed");
    expect(asked).toEqual([`north ${keyOf(order, 1)}`, `south ${keyOf(order, 2)}`]);
  });

  it("a collection that the first had taken before it said no is nobody else's", async () => {
    says.set("north", { ...refusal, takenAs: "payment-7" });
    const order = await world.order("+2290166000121");
    await world.happened(order, "PaymentRequested", "PaymentFailed");
    expect(asked).toEqual([`north ${keyOf(order, 1)}`]);
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
    await world.start({ rails: newRails().toReversed() });
    pay(order.key);
    await world.happened(order, ...open, "PaymentCompleted");
    const later = await world.order("+2290166000105");
    await world.happened(later, ...open);
    expect(asked).toEqual([`north ${order.key}`, `south ${later.key}`]);
    await world.stopReplicas();
    await world.start({ rails: newRails() });
  });

  it("a replica whose settings leave an order that is under way to nobody does not start, and says whose", async () => {
    const order = await world.order("+2290166000123");
    await world.happened(order, ...open);
    await world.stopReplicas();
    await expect(world.start({ rails: [railOf("south")] })).rejects.toThrow(/do not name north/);
    // Called off long ago, it is asked about seldom: its payer can still pay where a prompt lives for a day.
    await world.rows(
      "update attempts set cancel_requested = true, next_at = now() + interval '55 minutes' where attempt_id = $1",
      order.key,
    );
    await expect(world.start({ rails: [railOf("south")] })).rejects.toThrow(/do not name north/);
    await world.rows(
      "update attempts set cancel_requested = false, next_at = now() where attempt_id = $1",
      order.key,
    );
    await world.start({ rails: newRails() });
    pay(order.key);
    await world.happened(order, ...open, "PaymentCompleted");
    await world.stopReplicas();
    await world.start({ rails: [railOf("south")] });
    await world.stopReplicas();
    await world.start({ rails: newRails() });
  });

  it("an order goes to nobody who is disabled, and what was begun there goes on", async () => {
    const rails = () => [railOf("sandbox"), railOf("south")];
    await world.stopReplicas();
    await world.start({ rails: rails() });
    const begun = await world.order("+2290166000112");
    await world.happened(begun, ...open);
    await world.stopReplicas();
    await world.start({ rails: rails() }, { COLLECTION_RAIL: "-sandbox" });
    const order = await world.order("+2290166000113");
    await world.happened(order, ...open);
    expect(asked).toEqual([`sandbox ${begun.key}`, `south ${order.key}`]);
    expect(await choiceOf(order)).toMatchObject({
      passedOver: [{ provider: "sandbox", obstacle: "disabled" }],
    });
    pay(begun.key);
    await world.happened(begun, ...open, "PaymentCompleted");
    await world.stopReplicas();
    await world.start({ rails: newRails() });
  });

  it("an order goes where the staff lets it, at every replica, and what was begun goes on, to its refund", async () => {
    await world.stopReplicas();
    const setting = { CONNECTOR_TERMS_KEPT_MS: "0" };
    for (const _replica of [1, 2]) await world.start({ rails: newRails() }, setting);
    const begun = await world.order("+2290166000114");
    await world.happened(begun, ...open);

    await say("north", { isEnabled: false, amountXofMin: "500" });
    const elsewhere = await Promise.all(
      ["115", "116", "117", "118"].map((ending) => world.order(`+2290166000${ending}`)),
    );
    for (const order of elsewhere) {
      await world.happened(order, ...open);
      expect(await choiceOf(order)).toMatchObject({
        provider: "south",
        passedOver: [{ provider: "north", obstacle: "disabled-by-staff" }],
      });
    }
    expect(await shown("north")).toMatchObject({
      priority: 1,
      is_enabled: false,
      min_xof: 500,
      max_xof: 50_000,
      setting: { is_enabled: true },
      staff: { is_enabled: false, max_xof: null, changed_by: expect.any(String) },
    });
    pay(begun.key);
    await world.happened(begun, ...open, "PaymentCompleted");
    const before = refunded.length;
    await refund(begun, (await world.eventsOf(begun)).at(-1));
    await eventually("it is back", () => refunded.length > before);
    expect(asked.filter((each) => each.startsWith("north"))).toEqual([
      `north ${begun.key}`,
      "north refunds",
    ]);

    await say("south", { isEnabled: false });
    const nobodys = await world.order("+2290166000119");
    await world.happened(nobodys, "PaymentRequested", "PaymentFailed");
    expect(await choiceOf(nobodys)).toMatchObject({ provider: null, reason: "nobody-fits" });

    await say("north");
    await say("south", { priorities: { MTN_OPEN: 1 } });
    const moved = await world.order("+2290166000120");
    await world.happened(moved, ...open);
    expect(await choiceOf(moved)).toEqual({
      provider: "south",
      reason: "staff-priority",
      passedOver: [],
    });
    await say("south");
    await world.stopReplicas();
    await world.start({ rails: newRails() });
  });

  it("a replica obeys the staff once what it has read is older than the setting says", async () => {
    await checkTermsFollowed(world.database, "payments-connectors-from-transactions", "collection");
    const of = { kind: "collection", disabled: [] } as const;
    const [long, short] = [60_000, 0].map((termsKeptMs) =>
      switchSources(world.database, { ...of, termsKeptMs }),
    );
    const read = async () => [await long?.terms(), await short?.terms()];
    await say("kept");
    await read();
    await world.rows("update connector_terms set is_enabled = false where provider = 'kept'");
    const [before, behind] = (await read()).map((each) => each?.get("kept")?.isEnabled);
    expect([before, behind]).toEqual([true, false]);
  });

  it("one order of all replicas shows each half minute how a provider does that failed", async () => {
    const of = { kind: "collection", disabled: [], termsKeptMs: 0 } as const;
    const claim = () =>
      Promise.all([1, 2, 3, 4].map(() => switchSources(world.database, of).claimProbe("probed")));
    const won = (claims: readonly boolean[]) => claims.filter((claimed) => claimed).length;
    expect(won(await claim())).toBe(1);
    expect(won(await claim())).toBe(0);
    await world.rows(
      "update circuit_probes set claimed_at = claimed_at - interval '31 seconds' where provider = 'probed'",
    );
    expect(won(await claim())).toBe(1);
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
