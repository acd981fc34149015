import type { AccountFloat, DisburseOrder } from "@sanu/rails";
import { expect } from "vitest";
import type { Breakage, ConformanceCheck, DisburseHarness } from "./harness.ts";
import { orderChecks } from "./order-checks.ts";

type Check = ConformanceCheck<DisburseHarness>;

/** Every promise of `DisburseRail`. Each connector runs them all. */
export const disburseChecks: readonly Check[] = [
  {
    title: "an order is accepted and settles with what the receiver got and what it cost",
    async run({ rail, newOrder }) {
      const order = newOrder();
      expect((await rail.disburse(order)).kind).toBe("accepted");
      const status = await rail.status(order.key);
      expect(status).toMatchObject({ kind: "settled", amountXof: order.amountXof });
      if (status.kind === "settled") expect(status.feeXof).toBeGreaterThanOrEqual(0n);
    },
  },
  {
    title: "a definite refusal is rejected, and nothing is taken",
    async run({ rail, newRefusedOrder, ordersCreated }) {
      const before = ordersCreated();
      const outcome = await rail.disburse(newRefusedOrder());
      expect([outcome.kind, "takenAs" in outcome]).toEqual(["rejected", false]);
      expect(ordersCreated() - before).toBe(0);
    },
  },
  {
    title:
      "an order that fails for good is rejected as one that was taken, or accepted, and failed when asked about",
    async run({ rail, newFailingOrder, failsAtOnce }) {
      const order = newFailingOrder();
      const outcome = await rail.disburse(order);
      expect(outcome.kind).toBe(failsAtOnce ? "rejected" : "accepted");
      expect("takenAs" in outcome).toBe(failsAtOnce);
      expect((await rail.status(order.key)).kind).toBe("failed");
      if (rail.retryRule !== "resend-same-key") return;
      expect("takenAs" in (await rail.disburse(order))).toBe(true);
    },
  },
  {
    title: "an order whose amount came back to us is reversed",
    async run({ rail, newOrder, reverse }) {
      expect(rail.reversibleForMs).toBeGreaterThanOrEqual(0);
      if (rail.reversibleForMs === 0) return;
      const order = newOrder();
      await rail.disburse(order);
      reverse(order.key);
      const { amountXof } = order;
      expect(await rail.status(order.key)).toMatchObject({ kind: "reversed", amountXof });
    },
  },
  ...orderChecks<DisburseHarness, DisburseOrder>({
    placing: "disburse",
    readingStatus: "disburse-status",
    acceptedAs: "settled",
    isNamedFirst: true,
    retryRuleOf: ({ rail }) => rail.retryRule,
    newOrder: (harness) => harness.newOrder(),
    place: ({ rail }, order) => rail.disburse(order),
    statusOf: ({ rail }, { key }) => rail.status(key),
    ordersCreated: (harness) => harness.ordersCreated(),
  }),
  {
    title: "an open channel tells its limits and our float",
    async run({ rail, openChannel }) {
      const conditions = await rail.conditions(openChannel);
      expect(conditions).toMatchObject({ kind: "conditions", isOpen: true });
      if (conditions.kind !== "conditions") return;
      expect(conditions.amountXofMax).toBeGreaterThanOrEqual(conditions.amountXofMin);
    },
  },
  {
    title: "a channel that the provider does not serve is unknown to it, which is an answer",
    async run({ rail, unknownChannel }) {
      expect(await rail.conditions(unknownChannel)).toEqual({ kind: "unknown-channel" });
    },
  },
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownConditions),
  {
    title: "each float is under a name of its own, and goes down by a disbursement and its fee",
    async run({ rail, newOrder, openChannel }) {
      const order = newOrder();
      const before = await floatsOf(rail);
      expect(new Set(before.map(({ account }) => account)).size).toBe(before.length);
      await rail.disburse(order);
      const status = await rail.status(order.key);
      const costXof = status.kind === "settled" ? status.amountXof + status.feeXof : 0n;
      const after = await floatsOf(rail);
      const payer = before.find(({ channels }) => channels?.includes(openChannel) ?? true);
      for (const { account, availableXof } of after) {
        const had = before.find((one) => one.account === account)?.availableXof ?? 0n;
        expect(had - availableXof).toBe(account === payer?.account ? costXof : 0n);
      }
    },
  },
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownFloats),
];

async function floatsOf(rail: DisburseHarness["rail"]): Promise<readonly AccountFloat[]> {
  const reading = await rail.floats();
  if (reading.kind !== "floats") throw new Error(`The floats are not known: ${reading.cause}`);
  return reading.floats;
}

function unknownFloats(how: Breakage): Check {
  return {
    title: `floats that are answered with ${how} are unknown`,
    async run({ rail, breakNext }) {
      breakNext("floats", how);
      expect((await rail.floats()).kind).toBe("unknown");
    },
  };
}

function unknownConditions(how: Breakage): Check {
  return {
    title: `conditions that are answered with ${how} are unknown`,
    async run({ rail, openChannel, breakNext }) {
      breakNext("conditions", how);
      expect((await rail.conditions(openChannel)).kind).toBe("unknown");
    },
  };
}
