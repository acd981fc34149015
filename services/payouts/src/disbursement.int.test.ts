import { PayoutFailed, PayoutSettled } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;
const once = { begun: 1, settled: 1 };
const numberTo = (ending: string) => `+2290196000${ending}`;

describe("paying out the XOF of a sale", () => {
  let world: PayoutWorld;
  const facts: Record<string, readonly unknown[]> = {};

  beforeAll(async () => {
    world = await createPayoutWorld({ slowMs: 300, hangMs: 300, notFoundMs: 600 });
    facts["settled"] = world.listen(PayoutSettled);
    facts["failed"] = world.listen(PayoutFailed);
    await world.start();
  });

  afterAll(() => world.stop());

  const sell = (ending: string) => world.publish(world.make.sale(numberTo(ending)));
  const mine = (received: readonly unknown[] | undefined, { payoutId }: TestPayout) =>
    (received ?? []).filter((fact) => (fact as TestPayout).payoutId === payoutId);

  it("settles at once, publishes it once, and says what it cost", async () => {
    const payout = await sell("001");
    await world.happened(payout, ...settled);
    await eventually("the fact is published", () => mine(facts["settled"], payout).length > 0);
    expect(mine(facts["settled"], payout)).toMatchObject([
      {
        transactionId: payout.transactionId,
        sent: { currency: "XOF", amountXof: amounts.amountXof },
        fee: { currency: "XOF", amountXof: "100" },
      },
    ]);
    const paid = world.sandbox.journal.ofKind("disbursement-created").at(-1);
    const { reference } = (await world.eventsOf(payout))[0] ?? {};
    expect(paid).toMatchObject({
      amountXof: amounts.amountXof,
      number: payout.destination,
      channel: "MTN_OPEN",
      description: reference,
    });
    expect(await world.disbursementsOf(payout)).toEqual(once);
  });

  it.each([
    ["202", "that settles slowly"],
    ["411", "that never answers and settles"],
    ["404", "that is not found for a while"],
  ])("pays …%s, a number %s, exactly once", async (ending) => {
    const payout = await sell(ending);
    await world.happened(payout, ...settled);
    expect(await world.disbursementsOf(payout)).toEqual(once);
  });

  it.each([
    ["089", "destination-unusable", 1],
    ["119", "refused-by-receiver", 1],
    ["412", "refused-by-receiver", 1],
  ])("fails for good at …%s (%s), and pays nothing", async (ending, reason, begun) => {
    const payout = await sell(ending);
    await world.happened(payout, "PayoutRequested", "PayoutFailed");
    expect((await world.eventsOf(payout)).at(-1)).toMatchObject({ reason });
    expect(await world.disbursementsOf(payout)).toEqual({ begun, settled: 0 });
    await eventually("the fact is published", () => mine(facts["failed"], payout).length > 0);
  });

  it("is tried as often as allowed where the channel stays closed, then fails", async () => {
    const payout = await sell("503");
    const again = Array.from({ length: 4 }, () => "PayoutAttemptRejected");
    await world.happened(payout, "PayoutRequested", ...again, "PayoutFailed");
    expect((await world.eventsOf(payout)).at(-1)).toMatchObject({ reason: "no-route" });
    expect(await world.disbursementsOf(payout)).toEqual({ begun: 0, settled: 0 });
  });

  it("pays under a new key once an empty float is filled", async () => {
    const { journal } = world.sandbox;
    // The pauses leave time to fill the float before the last attempt, on the slowest machine.
    await world.stopReplicas();
    await world.start({}, { DISBURSE_RETRY_PAUSE_MS: "500" });
    const floatXof = world.sandbox.disbursements.floatXof().toString();
    journal.record({ kind: "float-set", amountXof: "10000" });
    const payout = await sell("001");
    await eventually("an attempt was rejected", async () => (await world.eventsOf(payout))[1]);
    journal.record({ kind: "float-set", amountXof: floatXof });
    await eventually("it is paid", async () => (await world.disbursementsOf(payout)).settled === 1);
    await eventually("and known to be", async () => {
      return (await world.eventsOf(payout)).at(-1)?.["type"] === "PayoutSettled";
    });
    expect(await world.disbursementsOf(payout)).toEqual(once);
  });

  it("pays once when the same fact is told twice", async () => {
    const payout = world.make.sale(numberTo("001"));
    await world.publishTwice(payout);
    await world.happened(payout, ...settled);
    expect(await world.disbursementsOf(payout)).toEqual(once);
  });

  it("pays nobody when the number was edited after the order", async () => {
    const payout = world.make.sale(numberTo("001"));
    world.destinations.set(payout.transactionId, numberTo("666"));
    await world.publish(payout);
    await world.happened(payout, "PayoutRequested", "PayoutFailed");
    expect((await world.eventsOf(payout)).at(-1)).toMatchObject({ reason: "destination-changed" });
    const paid = world.sandbox.journal.ofKind("disbursement-created");
    expect(paid.map(({ number }) => number)).not.toContain(numberTo("666"));
  });

  it("waits while the number cannot be had, then pays", async () => {
    const payout = world.make.sale(numberTo("001"));
    world.destinations.delete(payout.transactionId);
    await world.publish(payout);
    await world.destinationAwaited(payout);
    world.destinations.set(payout.transactionId, payout.destination);
    await world.happened(payout, ...settled);
    expect(await world.disbursementsOf(payout)).toEqual(once);
  });

  it("keeps the number out of its log, its facts and its attempts", async () => {
    const text = `select data::text || coalesce(public_data, '') as text from events
      union all select coalesce(payload, '') || coalesce(provider_reference, '') from attempts`;
    const all = (await world.rows<{ text: string }>(text)).map((row) => row.text).join();
    expect(all).toContain("PayoutSettled");
    expect(all).not.toContain("2290196");
  });
});

describe("a disbursement whose answer is lost", () => {
  let world: PayoutWorld;

  beforeAll(async () => {
    world = await createPayoutWorld();
    await world.start();
  });

  afterAll(() => world.stop());

  it.each(["hang", "reset", "http-500", "html", "garbage", "lost"] as const)(
    "because of %s, though the gateway paid, is proven by asking and not made again",
    async (mode) => {
      const operation = "disbursements.create";
      world.sandbox.control.addFault({ operation, mode, acts: true, times: 1 });
      const payout = await world.publish(world.make.sale(numberTo("001")));
      await world.happened(payout, ...settled);
      expect(await world.disbursementsOf(payout)).toEqual(once);
    },
    20_000,
  );

  it("before it reached the gateway is ordered again under the same key, once", async () => {
    const operation = "disbursements.create";
    world.sandbox.control.addFault({ operation, mode: "reset", times: 1 });
    const before = world.callsOf(operation);
    const payout = await world.publish(world.make.sale(numberTo("001")));
    await world.happened(payout, ...settled);
    expect(world.callsOf(operation) - before).toBe(2);
    expect(await world.disbursementsOf(payout)).toEqual(once);
  });

  it("for a while is not taken for failed: 404, 429, 5xx and silence end nothing", async () => {
    const { control } = world.sandbox;
    control.addFault({ operation: "disbursements.create", mode: "hang", acts: true, times: 1 });
    for (const mode of ["not-found", "http-500", "http-429", "html", "not-found"] as const) {
      control.addFault({ operation: "disbursements.read", mode, times: 1 });
    }
    const payout = await world.publish(world.make.sale(numberTo("001")));
    await world.happened(payout, ...settled);
    expect(await world.disbursementsOf(payout)).toEqual(once);
  });
});
