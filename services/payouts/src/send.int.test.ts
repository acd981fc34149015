import { PayoutFailed, PayoutSettled } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;

const world = await createPayoutWorld({ slowMs: 300, hangMs: 300, notFoundMs: 600 });
const settledFacts = world.listen(PayoutSettled);
const failedFacts = world.listen(PayoutFailed);
await world.start();

afterAll(() => world.stop());

describe("sending the sats of a paid order", () => {
  const mine = (received: readonly unknown[], { payoutId }: TestPayout) =>
    received.filter((fact) => (fact as TestPayout).payoutId === payoutId);

  it("settles at once, publishes it once, and says what it cost", async () => {
    const payout = await world.order("ok@sandbox.sanu");
    await world.happened(payout, ...settled);
    await eventually("the fact is published", () => mine(settledFacts, payout).length > 0);
    const { transactionId } = payout;
    expect(mine(settledFacts, payout)).toMatchObject([
      {
        transactionId,
        sent: { currency: "SATS", amountSats: "16339" },
        fee: { currency: "SATS", amountSats: "16" },
      },
    ]);
    expect(mine(failedFacts, payout)).toEqual([]);
    expect(await world.sendsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });

  it.each([
    ["slow@sandbox.sanu"],
    ["hang-ok@sandbox.sanu"],
    ["notfound@sandbox.sanu"],
    ["anybody@example.org"],
    ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
  ])("pays %s exactly once", async (receiver) => {
    const payout = await world.order(receiver);
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });

  it("keeps what it sends beside the log until it is known to have arrived", async () => {
    const payout = await world.order("slow@sandbox.sanu");
    const stored = await eventually("the invoice is stored", async () => {
      const text = "select payload, natural_key, called_at from attempts where subject_id = $1";
      const [row] = await world.rows<{ payload: string | null; natural_key: string }>(
        text,
        payout.payoutId,
      );
      return typeof row?.payload === "string" && row;
    });
    expect(stored.payload).toContain("lnbc");
    expect(stored.natural_key).toMatch(/^lightning:[0-9a-f]{64}$/);
    await world.happened(payout, ...settled);
    const kept = "select payload, natural_key from attempts where subject_id = $1";
    expect(await world.rows(kept, payout.payoutId)).toEqual([
      { payload: null, natural_key: stored.natural_key },
    ]);
  });

  it.each(["fail@sandbox.sanu", "hang-fail@sandbox.sanu"])(
    "fails for good at %s, after as many attempts as allowed, and pays nothing",
    async (receiver) => {
      const payout = await world.order(receiver);
      const rejected = "PayoutAttemptRejected";
      await world.happened(payout, "PayoutRequested", rejected, rejected, "PayoutFailed");
      expect((await world.eventsOf(payout)).at(-1)).toMatchObject({ reason: "no-route" });
      expect(await world.sendsOf(payout)).toEqual({ begun: 3, settled: 0 });
      await eventually("the fact is published", () => mine(failedFacts, payout).length > 0);
      expect(mine(failedFacts, payout)).toMatchObject([{ reason: "no-route" }]);
    },
  );

  it("pays once when the same fact is told twice", async () => {
    const payout = world.make.purchase("ok@sandbox.sanu");
    await world.publishTwice(payout);
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });

  it("sends nothing when the receiver was edited after the order", async () => {
    const payout = world.make.purchase("ok@sandbox.sanu");
    world.destinations.set(payout.transactionId, "thief@example.org");
    await world.publish(payout);
    await world.happened(payout, "PayoutRequested", "PayoutFailed");
    expect((await world.eventsOf(payout)).at(-1)).toMatchObject({ reason: "destination-changed" });
    const issued = world.sandbox.journal.ofKind("invoice-issued");
    expect(issued.map(({ destination }) => destination)).not.toContain("thief@example.org");
  });

  it("waits while the receiver cannot be had, then sends", async () => {
    const payout = world.make.purchase("ok@sandbox.sanu");
    world.destinations.delete(payout.transactionId);
    await world.publish(payout);
    await world.destinationAwaited(payout);
    world.destinations.set(payout.transactionId, payout.destination);
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });

  it("keeps the receiver and the invoice out of its log and its facts", async () => {
    const text = "select data::text || coalesce(public_data, '') as text from events";
    const all = (await world.rows<{ text: string }>(text)).map((row) => row.text).join();
    expect(all).toContain("PayoutSettled");
    expect(all).not.toContain("@");
    expect(all).not.toContain("lnbc");
    expect(all).not.toContain("bc1q");
  });
});

describe("a send that would cost too much, or may cost nothing", () => {
  it("is refused by the rail, or not even sent, and fails for good", async () => {
    const world = await createPayoutWorld();
    try {
      await world.start({}, { FEE_LIMIT_BASIS_POINTS: "1" });
      const payout = await world.order("ok@sandbox.sanu");
      await eventually("the payout fails", async () => {
        return (await world.eventsOf(payout)).at(-1)?.["type"] === "PayoutFailed";
      });
      expect((await world.sendsOf(payout)).settled).toBe(0);

      // Too small to pay its way: nobody is called, and the seller is asked.
      const calls = world.callsOf("lightning.pay");
      const money = { currency: "SATS", amountSats: "20" } as const;
      const small = { money, sendSats: "20", feeLimitSats: "0" };
      const refund = await world.publish(world.make.refund("ok@sandbox.sanu", small));
      await eventually("the refund fails", async () => {
        return (await world.eventsOf(refund)).at(-1)?.["reason"] === "no-route";
      });
      expect(world.callsOf("lightning.pay")).toBe(calls);
    } finally {
      await world.stop();
    }
  });
});
