import type { CollectionOrder } from "@sanu/rails";
import { expect } from "vitest";
import type { CollectionHarness, ConformanceCheck } from "./harness.ts";
import { orderChecks } from "./order-checks.ts";

type Check = ConformanceCheck<CollectionHarness>;

/** Every promise of `CollectionRail`. Each connector runs them all. */
export const collectionChecks: readonly Check[] = [
  {
    title: "an order is accepted and pending until somebody pays",
    async run({ rail, newOrder }) {
      const order = newOrder();
      const initiated = await rail.initiate(order);
      expect(initiated.kind).toBe("accepted");
      expect((await statusOf({ rail }, order)).kind).toBe("pending");
    },
  },
  {
    title: "a paid order is completed with what came in",
    async run({ rail, newOrder, pay }) {
      const order = newOrder();
      await rail.initiate(order);
      pay(order.key);
      const status = await statusOf({ rail }, order);
      expect(status.kind).toBe("completed");
      if (status.kind !== "completed") return;
      expect(status.receipts.map(({ amountXof }) => amountXof)).toEqual([order.amountXof]);
    },
  },
  {
    title: "a declined order is failed",
    async run({ rail, newOrder, decline }) {
      const order = newOrder();
      await rail.initiate(order);
      decline(order.key);
      expect((await statusOf({ rail }, order)).kind).toBe("failed");
    },
  },
  {
    title: "a paid order that the provider takes back is reversed, and says which receipt",
    async run({ rail, newOrder, pay, reverse }) {
      expect(rail.reversibleForMs).toBeGreaterThanOrEqual(0);
      if (rail.reversibleForMs === 0) return;
      const order = newOrder();
      await rail.initiate(order);
      pay(order.key);
      const paid = await statusOf({ rail }, order);
      reverse(order.key);
      const status = await statusOf({ rail }, order);
      expect(status).toMatchObject({ kind: "reversed", receipts: [] });
      if (status.kind !== "reversed" || paid.kind !== "completed") return;
      const { receiptReference, amountXof } = paid.receipts[0];
      expect(status.reversals).toMatchObject([{ receiptReference, amountXof }]);
    },
  },
  {
    title: "what comes in again stands beside what was taken back",
    async run({ rail, newOrder, pay, reverse }) {
      if (rail.reversibleForMs === 0) return;
      const order = newOrder();
      await rail.initiate(order);
      pay(order.key);
      reverse(order.key);
      pay(order.key);
      const status = await statusOf({ rail }, order);
      expect(status.kind).toBe("reversed");
      if (status.kind !== "reversed") return;
      const standing = status.receipts.map(({ receiptReference }) => receiptReference);
      expect(standing).toHaveLength(1);
      expect(standing).not.toContain(status.reversals[0].receiptReference);
    },
  },
  {
    title: "a definite refusal is rejected",
    async run({ rail, newRefusedOrder }) {
      expect((await rail.initiate(newRefusedOrder())).kind).toBe("rejected");
    },
  },
  ...orderChecks<CollectionHarness, CollectionOrder>({
    placing: "initiate",
    readingStatus: "collection-status",
    acceptedAs: "pending",
    isNamedFirst: false,
    retryRuleOf: ({ rail }) => rail.retryRule,
    newOrder: (harness) => harness.newOrder(),
    place: ({ rail }, order) => rail.initiate(order),
    statusOf,
    ordersCreated: (harness) => harness.ordersCreated(),
  }),
];

function statusOf({ rail }: Pick<CollectionHarness, "rail">, { key }: CollectionOrder) {
  return rail.status({ key, providerReference: null });
}
