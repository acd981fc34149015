import type { CollectionOrder } from "@sanu/rails";
import { expect } from "vitest";
import type { Breakage, CollectionHarness, ConformanceCheck } from "./harness.ts";

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
    title: "a definite refusal is rejected",
    async run({ rail, newRefusedOrder }) {
      expect((await rail.initiate(newRefusedOrder())).kind).toBe("rejected");
    },
  },
  ...(["no-answer-after-acting", "reset-after-acting", "fault-after-acting"] as const).map(
    lostAnswer,
  ),
  ...(["no-answer", "fault", "busy", "page", "garbage"] as const).map(unknownOrder),
  ...(["no-answer", "fault", "busy", "page", "garbage"] as const).map(unknownStatus),
  {
    title: "a key that the provider does not know is not found, which is no failure",
    async run({ rail, newOrder }) {
      expect((await statusOf({ rail }, newOrder())).kind).toBe("not-found");
    },
  },
  {
    title: "an accepted order that is not found for a moment is not failed",
    async run({ rail, newOrder, breakNext }) {
      const order = newOrder();
      await rail.initiate(order);
      breakNext("collection-status", "not-found");
      expect((await statusOf({ rail }, order)).kind).toBe("not-found");
      expect((await statusOf({ rail }, order)).kind).toBe("pending");
    },
  },
  {
    title: "the same order again is the same order at the provider",
    async run({ rail, newOrder, ordersTaken }) {
      if (rail.retryRule !== "resend-same-key") return;
      const order = newOrder();
      const before = ordersTaken();
      const first = await rail.initiate(order);
      const second = await rail.initiate(order);
      expect(second).toEqual(first);
      expect(ordersTaken() - before).toBe(1);
    },
  },
];

/** The provider took the order, but its answer got lost. */
function lostAnswer(how: Breakage): Check {
  return {
    title: `an order whose answer got lost (${how}) is unknown, and one order at the provider`,
    async run({ rail, newOrder, ordersTaken, breakNext }) {
      const order = newOrder();
      const before = ordersTaken();
      breakNext("initiate", how);
      expect((await rail.initiate(order)).kind).toBe("unknown");
      expect((await statusOf({ rail }, order)).kind).toBe("pending");
      expect(ordersTaken() - before).toBe(1);
      if (rail.retryRule !== "resend-same-key") return;
      expect((await rail.initiate(order)).kind).toBe("accepted");
      expect(ordersTaken() - before).toBe(1);
    },
  };
}

function unknownOrder(how: Breakage): Check {
  return {
    title: `an order that is answered with ${how} is unknown, and called once`,
    async run({ rail, newOrder, ordersTaken, breakNext }) {
      const before = ordersTaken();
      breakNext("initiate", how);
      expect((await rail.initiate(newOrder())).kind).toBe("unknown");
      expect(ordersTaken() - before).toBe(0);
    },
  };
}

function unknownStatus(how: Breakage): Check {
  return {
    title: `a status that is answered with ${how} is unknown`,
    async run({ rail, newOrder, breakNext }) {
      const order = newOrder();
      await rail.initiate(order);
      breakNext("collection-status", how);
      expect((await statusOf({ rail }, order)).kind).toBe("unknown");
    },
  };
}

function statusOf({ rail }: Pick<CollectionHarness, "rail">, { key }: CollectionOrder) {
  return rail.status({ key, providerReference: null });
}
