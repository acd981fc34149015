import { PayoutWithheld, TransactionHoldRequested } from "@sanu/contracts";
import { systemClock } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";

describe("a payout whose account is suspended", () => {
  let world: PayoutWorld;
  let withheld: readonly unknown[];

  beforeAll(async () => {
    world = await createPayoutWorld({ slowMs: 300, hangMs: 300, notFoundMs: 600 });
    withheld = world.listen(PayoutWithheld);
    await world.start();
  });
  afterAll(() => world.stop());

  const holdOf = (payout: TestPayout): TestPayout => {
    const { payoutId, transactionId } = payout;
    const fact = { payoutId, transactionId, requestedAt: systemClock.now() };
    return { ...payout, definition: TransactionHoldRequested, fact };
  };
  /** Nobody can be asked to send it, because nobody says where to. */
  const unsent = async (made: TestPayout) => {
    world.destinations.delete(made.transactionId);
    await world.publish(made);
    await world.destinationAwaited(made);
    return made;
  };

  it.each([
    ["sats of a purchase", () => world.make.purchase("ok@sandbox.sanu")],
    ["francs of a sale", () => world.make.sale("+2290196000001")],
  ])(
    "is taken back before anybody was asked to send the %s, once, and never sent",
    async (_of, make) => {
      const payout = await unsent(make());
      await world.publishTwice(holdOf(payout));
      await world.happened(payout, "PayoutRequested", "PayoutWithheld");
      world.destinations.set(payout.transactionId, payout.destination);
      const due = "select 1 from attempts where subject_id = $1 and next_at is not null";
      expect(await world.rows(due, payout.payoutId)).toEqual([]);
      const { payoutId, transactionId } = payout;
      const mine = () => withheld.filter((fact) => (fact as TestPayout).payoutId === payoutId);
      await eventually("it is told", () => mine().length > 0);
      expect(mine()).toMatchObject([{ payoutId, transactionId }]);
      expect(await world.sendsOf(payout)).toEqual({ begun: 0, settled: 0 });
      expect(await world.disbursementsOf(payout)).toEqual({ begun: 0, settled: 0 });
    },
  );

  it("goes on to its end where it was sent, however often it shall be held", async () => {
    const payout = await world.publish(world.make.sale("+2290196000202"));
    await eventually("it is sent", async () => (await world.disbursementsOf(payout)).begun === 1);
    await world.publishTwice(holdOf(payout));
    await world.happened(payout, "PayoutRequested", "PayoutSettled");
    await world.publishTwice(holdOf(payout));
    await world.happened(payout, "PayoutRequested", "PayoutSettled");
    expect(await world.disbursementsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });
});
