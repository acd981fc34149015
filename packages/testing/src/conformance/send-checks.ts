import type { PreparedSend, SendOrder } from "@sanu/rails";
import { expect } from "vitest";
import { eventually } from "../eventually.ts";
import type { Breakage, ConformanceCheck, SendHarness } from "./harness.ts";

type Check = ConformanceCheck<SendHarness>;

/** Every promise of `SendRail`. Each connector runs them all. */
export const sendChecks: readonly Check[] = [
  {
    title: "preparing sends nothing",
    async run({ rail, newOrder, sendsBegun }) {
      const before = sendsBegun();
      const prepared = await prepare(rail, newOrder());
      expect(sendsBegun() - before).toBe(0);
      expect((await rail.status(prepared.naturalKey)).kind).toBe("not-found");
    },
  },
  {
    title: "a send is accepted and settles with its fee",
    async run(harness) {
      const { rail, newOrder } = harness;
      const order = newOrder();
      const prepared = await prepare(rail, order);
      expect((await send(harness, order, prepared)).kind).toBe("accepted");
      const status = await rail.status(prepared.naturalKey);
      expect(status.kind).toBe("settled");
      if (status.kind === "settled") expect(status.feeSats).toBeGreaterThanOrEqual(0n);
    },
  },
  {
    title: "a send that fails for good is rejected, and failed when asked about",
    async run(harness) {
      const { rail, newFailingOrder } = harness;
      const order = newFailingOrder();
      const prepared = await prepare(rail, order);
      expect((await send(harness, order, prepared)).kind).toBe("rejected");
      expect((await rail.status(prepared.naturalKey)).kind).toBe("failed");
    },
  },
  ...(["no-response-after-acting", "reset-after-acting", "fault-after-acting"] as const).map(
    lostResponse,
  ),
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownSend),
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownStatus),
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownPreparation),
  {
    title: "a send that is not found for a moment is not failed",
    async run(harness) {
      const { rail, newOrder, breakNext } = harness;
      const order = newOrder();
      const prepared = await prepare(rail, order);
      await send(harness, order, prepared);
      breakNext("send-status", "not-found");
      expect((await rail.status(prepared.naturalKey)).kind).toBe("not-found");
      expect((await rail.status(prepared.naturalKey)).kind).toBe("settled");
    },
  },
  {
    title: "what a node can send goes down by a send and its fee",
    async run(harness) {
      const { rail, newOrder } = harness;
      const order = newOrder();
      const before = await outboundSatsOf(rail);
      const prepared = await prepare(rail, order);
      expect(await outboundSatsOf(rail)).toBe(before);
      await send(harness, order, prepared);
      const status = await rail.status(prepared.naturalKey);
      const feeSats = status.kind === "settled" ? status.feeSats : 0n;
      const rounding = order.amountSats + feeSats - (before - (await outboundSatsOf(rail)));
      expect(rounding).toBeGreaterThanOrEqual(0n);
      expect(rounding).toBeLessThanOrEqual(harness.feeRoundingSats ?? 0n);
    },
  },
  ...(["no-response", "fault", "busy", "page", "garbage"] as const).map(unknownLiquidity),
  {
    title: "the same send again is the same send at the provider",
    async run(harness) {
      const { rail, newOrder, sendsBegun } = harness;
      if (rail.retryRule !== "resend-same-key") return;
      const order = newOrder();
      const prepared = await prepare(rail, order);
      const before = sendsBegun();
      await send(harness, order, prepared);
      expect((await send(harness, order, prepared)).kind).toBe("accepted");
      expect(sendsBegun() - before).toBe(1);
    },
  },
];

/** A send whose answer goes wrong, and how many had begun before it. */
async function sendUnknown(harness: SendHarness, how: Breakage) {
  const order = harness.newOrder();
  const prepared = await prepare(harness.rail, order);
  const before = harness.sendsBegun();
  harness.breakNext("send", how);
  expect((await send(harness, order, prepared)).kind).toBe("unknown");
  return { order, prepared, before };
}

function lostResponse(how: Breakage): Check {
  return {
    title: `a send whose answer got lost (${how}) is unknown, and one send at the provider`,
    async run(harness) {
      const { rail } = harness;
      const { order, prepared, before } = await sendUnknown(harness, how);
      // A real receiver takes its time behind an answer that nobody heard.
      const isSettled = async () => (await rail.status(prepared.naturalKey)).kind === "settled";
      await eventually("it settles", isSettled);
      if (rail.retryRule === "resend-same-key") {
        expect((await send(harness, order, prepared)).kind).toBe("accepted");
      }
      expect(harness.sendsBegun() - before).toBe(1);
    },
  };
}

function unknownSend(how: Breakage): Check {
  return {
    title: `a send that is answered with ${how} is unknown, and called once`,
    async run(harness) {
      const { before } = await sendUnknown(harness, how);
      expect(harness.sendsBegun() - before).toBe(0);
    },
  };
}

function unknownStatus(how: Breakage): Check {
  return {
    title: `a status that is answered with ${how} is unknown`,
    async run(harness) {
      const { rail, newOrder, breakNext } = harness;
      const order = newOrder();
      const prepared = await prepare(rail, order);
      await send(harness, order, prepared);
      breakNext("send-status", how);
      expect((await rail.status(prepared.naturalKey)).kind).toBe("unknown");
    },
  };
}

function unknownPreparation(how: Breakage): Check {
  return {
    title: `a preparation that is answered with ${how} is unknown`,
    async run({ rail, newOrder, breakNext }) {
      breakNext("prepare", how);
      expect((await rail.prepare(newOrder())).kind).toBe("unknown");
    },
  };
}

function unknownLiquidity(how: Breakage): Check {
  return {
    title: `liquidity that is answered with ${how} is unknown`,
    async run({ rail, breakNext }) {
      breakNext("liquidity", how);
      expect((await rail.liquidity()).kind).toBe("unknown");
    },
  };
}

/** Over Lightning, by all nodes together. */
async function outboundSatsOf(rail: SendHarness["rail"]): Promise<bigint> {
  const reading = await rail.liquidity();
  if (reading.kind !== "liquidity") throw new Error(`Nothing is known: ${reading.cause}`);
  return reading.nodes.reduce((total, { outboundSats }) => total + outboundSats, 0n);
}

async function prepare(rail: SendHarness["rail"], order: SendOrder): Promise<PreparedSend> {
  const outcome = await rail.prepare(order);
  if (outcome.kind !== "accepted") throw new Error(`The order cannot be prepared: ${outcome.kind}`);
  return outcome.value;
}

function send(
  { rail, feeLimitSats }: SendHarness,
  { amountSats }: SendOrder,
  prepared: PreparedSend,
) {
  return rail.send({ prepared, amountSats, feeLimitSats });
}
