import { PaymentOutcomeUnknown } from "@sanu/contracts";
import { instant, plusMs, systemClock } from "@sanu/kernel";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type CollectionWorld,
  createCollectionWorld,
  railLike,
  standardGraceMs,
  type TestOrder,
  windowMs,
} from "./collection.fixture.ts";

const open = ["PaymentRequested", "PaymentInitiated"] as const;
const paidLate = [...open, "PaymentDiscrepancyFound", "PaymentFailed"] as const;
const dayMs = 86_400_000;

describe("an order on a rail that never says that it has expired", () => {
  let world: CollectionWorld;
  /** Payments and its provider live so much later than the database. */
  let passedMs = 0;

  beforeAll(async () => {
    world = await createCollectionWorld();
    const limits = { ...quickTimings.limits, statusCheckAcceptedFirstMs: 50 };
    await world.start({
      rails: [railLike(world, { cancel: null, promptLifeMs: windowMs })],
      timings: { ...quickTimings, limits },
      clock: { now: () => plusMs(systemClock.now(), passedMs) },
    });
  });
  afterEach(() => pass(0));
  afterAll(() => world.stop());

  const pass = (ms: number) => {
    passedMs = ms;
    world.sandbox.control.setClockOffsetMs(ms);
  };
  const order = async (digits: string) => {
    const placed = await world.order(`+2290166000${digits}`);
    await world.happened(placed, ...open);
    return placed;
  };
  const payment = ({ key }: TestOrder) => {
    const found = world.sandbox.payments.findByKey(key);
    if (found === undefined) throw new Error("The provider has no order");
    return found;
  };
  const lastOf = async (placed: TestOrder) => (await world.eventsOf(placed)).at(-1);
  /** The call of an order is older by the longest life of its prompt, and the grace. */
  const outlivePrompt = ({ key }: TestOrder) =>
    world.rows(
      `update attempts set called_at = called_at - interval '16 minutes', next_at = now()
       where attempt_id = $1 returning 1`,
      key,
    );

  it("that nobody pays ends as expired behind the longest life of its prompt, and is no open question", async () => {
    const unknown = world.listen(PaymentOutcomeUnknown);
    const unpaid = await order("444");
    await world.endTime(unpaid);
    const asked = world.callsOf(unpaid, "payments.read");
    await eventually("it is asked about", () => world.callsOf(unpaid, "payments.read") > asked + 2);
    // It could still be paid, so it waits for the provider.
    await world.happened(unpaid, ...open);
    await outlivePrompt(unpaid);
    await world.happened(unpaid, ...open, "PaymentFailed");
    expect(await lastOf(unpaid)).toMatchObject({ reason: "expired" });
    expect(unknown).toEqual([]);
    // Somebody could come all the same: it is looked at later.
    await eventually("it is looked at later", async () => {
      const text =
        "select from attempts where attempt_id = $1 and state = 'rejected' and next_at > now()";
      return (await world.rows(text, unpaid.key)).length === 1;
    });

    world.sandbox.gateway.receive(payment(unpaid));
    await world.happened(unpaid, ...open, "PaymentFailed", "PaymentDiscrepancyFound");
    expect(await lastOf(unpaid)).toMatchObject({ discrepancy: "late" });
  });

  it.each([standardGraceMs + 1_000, 2 * dayMs])(
    "that is paid %d ms behind its end is late while it still waits, and fails",
    async (lateMs) => {
      const late = await order("444");
      pass(windowMs + lateMs);
      world.sandbox.gateway.receive(payment(late));
      await world.happened(late, ...paidLate);
      expect((await world.eventsOf(late)).slice(2)).toMatchObject([
        { discrepancy: "late", receivedXof: "10000" },
        { reason: "expired" },
      ]);
    },
  );

  it("that was paid in time by the provider's own record is honoured, however late we see it", async () => {
    const inTime = await order("444");
    pass(2 * dayMs);
    const receivedAt = plusMs(inTime.fact.expiresAt, 45_000);
    world.sandbox.gateway.receive(payment(inTime), undefined, receivedAt);
    await world.happened(inTime, ...open, "PaymentCompleted");
    expect(await lastOf(inTime)).toMatchObject({ completedAt: receivedAt });
  });

  it.each([
    ["without saying when", null],
    ["with a moment in the future", instant("2099-01-01T00:00:00.000000Z")],
  ])("that is paid %s came when it was first seen", async (_how, statedAt) => {
    const early = await order("444");
    world.sandbox.gateway.receive(payment(early), undefined, statedAt);
    await world.happened(early, ...open, "PaymentCompleted");
    const late = await order("444");
    pass(2 * dayMs);
    world.sandbox.gateway.receive(payment(late), undefined, statedAt);
    await world.happened(late, ...paidLate);
    const [, , discrepancy] = await world.eventsOf(late);
    expect(discrepancy).toMatchObject({ receivedAt: discrepancy?.["foundAt"] });
  });

  it("is understood by the clock that its provider shows, which may be days off", async () => {
    world.sandbox.control.setClockOffsetMs(2 * dayMs);
    const inTime = await order("444");
    world.sandbox.gateway.receive(payment(inTime));
    await world.happened(inTime, ...open, "PaymentCompleted");

    const late = await order("444");
    pass(windowMs + 2 * standardGraceMs);
    world.sandbox.control.setClockOffsetMs(0);
    world.sandbox.gateway.receive(payment(late));
    await world.happened(late, ...paidLate);
    expect(await lastOf(late)).toMatchObject({ reason: "expired" });
  });
});
