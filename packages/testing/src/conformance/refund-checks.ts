import { randomUUID } from "node:crypto";
import type { RefundOrder } from "@sanu/rails";
import { expect } from "vitest";
import type { Breakage, CollectionHarness, ConformanceCheck } from "./harness.ts";
import { notFoundAs } from "./order-checks.ts";

type Check = ConformanceCheck<CollectionHarness>;

/** Every promise of `CollectionRail` about money that goes back. Each connector runs them all. */
export const refundChecks: readonly Check[] = [
  {
    title: "a refund is accepted and settles with what went back",
    async run(harness) {
      const order = await paidOrder(harness);
      expect((await harness.rail.refund(order)).kind).toBe("accepted");
      expect(await harness.rail.refundStatus({ key: order.key })).toMatchObject({
        kind: "settled",
        amountXof: order.amountXof,
      });
    },
  },
  {
    title: "a refund of which the payer got less says so",
    async run(harness) {
      const order = await paidOrder(harness);
      harness.shortenRefunds(100n);
      await harness.rail.refund(order);
      expect(await harness.rail.refundStatus({ key: order.key })).toMatchObject({
        kind: "settled",
        amountXof: order.amountXof - 100n,
      });
    },
  },
  {
    title: "a refund whose money came back to us is reversed, and can be made again",
    async run(harness) {
      const { rail, reverse } = harness;
      if (rail.reversibleForMs === 0) return;
      const order = await paidOrder(harness);
      await rail.refund(order);
      reverse(order.key);
      const { amountXof } = order;
      expect(await rail.refundStatus({ key: order.key })).toMatchObject({
        kind: "reversed",
        amountXof,
      });
      expect((await rail.refund({ ...order, key: randomUUID() })).kind).toBe("accepted");
    },
  },
  {
    title: "what the provider took back is not refunded",
    async run(harness) {
      const { rail, reverse } = harness;
      if (rail.reversibleForMs === 0) return;
      const order = await paidOrder(harness);
      reverse(order.collectionKey);
      expect(await rail.refund(order)).toEqual({ kind: "rejected", reason: "not-refundable" });
    },
  },
  {
    title: "a refund is not found before it is made, which is no failure",
    async run(harness) {
      const order = await paidOrder(harness);
      expect((await harness.rail.refundStatus({ key: order.key })).kind).toBe(notFoundAs(harness));
    },
  },
  {
    title: "more than what came in does not go back",
    async run(harness) {
      const { rail, refundsMade, bindsRefunds } = harness;
      if (!bindsRefunds) return;
      const order = await paidOrder(harness);
      await rail.refund(order);
      const before = refundsMade();
      const outcome = await rail.refund({ ...order, key: randomUUID() });
      expect(outcome).toEqual({ kind: "rejected", reason: "not-refundable" });
      expect(refundsMade() - before).toBe(0);
    },
  },
  {
    title: "the same refund again is the same refund at the provider",
    async run(harness) {
      const { rail, refundsMade } = harness;
      if (rail.retryRule !== "resend-same-key") return;
      const order = await paidOrder(harness);
      const before = refundsMade();
      const first = await rail.refund(order);
      expect(await rail.refund(order)).toEqual(first);
      expect(refundsMade() - before).toBe(1);
    },
  },
  ...(["no-response-after-acting", "reset-after-acting", "fault-after-acting"] as const).map(
    lostRefund,
  ),
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownRefund),
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownStatus),
];

/** A refund whose answer goes wrong, and how many had been made before it. */
async function refundUnknown(harness: CollectionHarness, how: Breakage) {
  const order = await paidOrder(harness);
  const before = harness.refundsMade();
  harness.breakNext("refund", how);
  expect((await harness.rail.refund(order)).kind).toBe("unknown");
  return { order, before };
}

function lostRefund(how: Breakage): Check {
  return {
    title: `a refund whose answer got lost (${how}) is unknown, and one refund at the provider`,
    async run(harness) {
      const { order, before } = await refundUnknown(harness, how);
      expect((await harness.rail.refundStatus({ key: order.key })).kind).toBe("settled");
      expect(harness.refundsMade() - before).toBe(1);
    },
  };
}

function unknownRefund(how: Breakage): Check {
  return {
    title: `a refund that is answered with ${how} is unknown, and called once`,
    async run(harness) {
      const { before } = await refundUnknown(harness, how);
      expect(harness.refundsMade() - before).toBe(0);
    },
  };
}

function unknownStatus(how: Breakage): Check {
  return {
    title: `the status of a refund that is answered with ${how} is unknown`,
    async run(harness) {
      const { rail, breakNext } = harness;
      const order = await paidOrder(harness);
      await rail.refund(order);
      breakNext("refund-status", how);
      expect((await rail.refundStatus({ key: order.key })).kind).toBe("unknown");
    },
  };
}

async function paidOrder({ rail, newOrder, pay }: CollectionHarness): Promise<RefundOrder> {
  const order = newOrder();
  const initiated = await rail.initiate(order);
  if (initiated.kind !== "accepted") throw new Error(`Not collected: ${initiated.kind}`);
  pay(order.key);
  const { providerReference } = initiated.value;
  const { amountXof, key: collectionKey } = order;
  return { key: randomUUID(), providerReference, amountXof, collectionKey };
}
