import type { RetryRule } from "@sanu/attempts";
import { expect } from "vitest";
import type { Breakage, BrokenCall, ConformanceCheck, ProviderHarness } from "./harness.ts";

/** A port whose orders the provider knows by our own key, as the checks speak to it. */
export interface OrderPort<Harness, Order> {
  readonly placing: BrokenCall;
  readonly readingStatus: BrokenCall;
  /** How the status of an order reads that the provider has taken. */
  readonly acceptedAs: "pending" | "settled";
  /** Whether the provider names an order before its last call, so that a lost answer still leaves its name. */
  readonly isNamedFirst: boolean;
  readonly retryRuleOf: (harness: Harness) => RetryRule;
  readonly newOrder: (harness: Harness) => Order;
  readonly place: (harness: Harness, order: Order) => Promise<{ readonly kind: string }>;
  readonly statusOf: (harness: Harness, order: Order) => Promise<{ readonly kind: string }>;
  /** How many orders the provider has taken so far, whatever their keys. */
  readonly ordersCreated: (harness: Harness) => number;
}

/** How it reads that the provider does not know an order. */
export function notFoundAs({ findsByKey = true }: ProviderHarness): "not-found" | "unknown" {
  return findsByKey ? "not-found" : "unknown";
}

const lost = ["no-response-after-acting", "reset-after-acting", "fault-after-acting"] as const;
const unreadable = ["no-response", "fault", "busy", "page", "garbage"] as const;

/** What every such port promises about lost answers, questions and repetitions. */
export function orderChecks<Harness extends ProviderHarness, Order>(
  port: OrderPort<Harness, Order>,
): readonly ConformanceCheck<Harness>[] {
  return [
    ...lost.map((how) => lostResponse(port, how)),
    ...unreadable.map((how) => unknownOrder(port, how)),
    ...unreadable.map((how) => unknownStatus(port, how)),
    {
      title: "a key that the provider does not know is not found, which is no failure",
      async run(harness) {
        expect((await port.statusOf(harness, port.newOrder(harness))).kind).toBe(
          notFoundAs(harness),
        );
      },
    },
    {
      title: "an accepted order that is not found for a moment is not failed",
      async run(harness) {
        const order = port.newOrder(harness);
        await port.place(harness, order);
        harness.breakNext(port.readingStatus, "not-found");
        expect((await port.statusOf(harness, order)).kind).toBe(notFoundAs(harness));
        expect((await port.statusOf(harness, order)).kind).toBe(port.acceptedAs);
      },
    },
    {
      title: "the same order again is the same order at the provider",
      async run(harness) {
        if (port.retryRuleOf(harness) !== "resend-same-key") return;
        const order = port.newOrder(harness);
        const before = port.ordersCreated(harness);
        const first = await port.place(harness, order);
        expect(await port.place(harness, order)).toEqual(first);
        expect(port.ordersCreated(harness) - before).toBe(1);
      },
    },
  ];
}

/** The provider took the order, but its answer got lost. */
function lostResponse<Harness extends ProviderHarness, Order>(
  port: OrderPort<Harness, Order>,
  how: Breakage,
): ConformanceCheck<Harness> {
  return {
    title: `an order whose answer got lost (${how}) is unknown, and one order at the provider`,
    async run(harness) {
      const order = port.newOrder(harness);
      const before = port.ordersCreated(harness);
      harness.breakNext(port.placing, how);
      expect((await port.place(harness, order)).kind).toBe("unknown");
      const isNamed = port.isNamedFirst || (harness.findsByKey ?? true);
      expect((await port.statusOf(harness, order)).kind).toBe(
        isNamed ? port.acceptedAs : "unknown",
      );
      expect(port.ordersCreated(harness) - before).toBe(1);
      if (port.retryRuleOf(harness) !== "resend-same-key") return;
      expect((await port.place(harness, order)).kind).toBe("accepted");
      expect(port.ordersCreated(harness) - before).toBe(1);
    },
  };
}

function unknownOrder<Harness extends ProviderHarness, Order>(
  port: OrderPort<Harness, Order>,
  how: Breakage,
): ConformanceCheck<Harness> {
  return {
    title: `an order that is answered with ${how} is unknown, and called once`,
    async run(harness) {
      const before = port.ordersCreated(harness);
      harness.breakNext(port.placing, how);
      expect((await port.place(harness, port.newOrder(harness))).kind).toBe("unknown");
      expect(port.ordersCreated(harness) - before).toBe(0);
    },
  };
}

function unknownStatus<Harness extends ProviderHarness, Order>(
  port: OrderPort<Harness, Order>,
  how: Breakage,
): ConformanceCheck<Harness> {
  return {
    title: `a status that is answered with ${how} is unknown`,
    async run(harness) {
      const order = port.newOrder(harness);
      await port.place(harness, order);
      harness.breakNext(port.readingStatus, how);
      expect((await port.statusOf(harness, order)).kind).toBe("unknown");
    },
  };
}
