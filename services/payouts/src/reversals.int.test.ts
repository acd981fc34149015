import { PayoutReversed } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;
const world = await createPayoutWorld();
await world.start();
const facts = world.listen(PayoutReversed);

afterAll(() => world.stop());

async function reverse({ payoutId }: TestPayout) {
  const text = "select attempt_id::text as key from attempts where subject_id = $1";
  const [attempt] = await world.rows<{ key: string }>(text, payoutId);
  expect(world.sandbox.reversals.reverse(attempt?.key ?? "")).toBe("reversed");
}

/** The moment of a late check has come. */
const lateCheckIsDue = ({ payoutId }: TestPayout) =>
  world.rows("update attempts set next_at = now() where subject_id = $1 returning 1", payoutId);
const hasNextCheck = async ({ payoutId }: TestPayout) => {
  const text = "select 1 from attempts where subject_id = $1 and next_at > now()";
  return (await world.rows(text, payoutId)).length === 1;
};
const published = ({ payoutId }: TestPayout) =>
  facts.filter((fact) => (fact as { payoutId: string }).payoutId === payoutId);

it("publishes once that XOF which were paid out are back, however many late checks find it", async () => {
  const payout = await world.publish(world.make.sale("+2290196000001"));
  await world.happened(payout, ...settled);
  await lateCheckIsDue(payout);
  await eventually("the check finds nothing new", () => hasNextCheck(payout));
  await world.happened(payout, ...settled);

  await reverse(payout);
  for (let check = 0; check < 2; check += 1) {
    await lateCheckIsDue(payout);
    await world.happened(payout, ...settled, "PayoutReversed");
    await eventually("the next check is set", () => hasNextCheck(payout));
  }
  await eventually("it is published", () => published(payout).length > 0);
  expect(published(payout)).toMatchObject([
    {
      transactionId: payout.transactionId,
      money: { currency: "XOF", amountXof: amounts.amountXof },
      providerReference: expect.any(String),
    },
  ]);
});

it("looks late whatever a checking provider does meanwhile, and calls nobody to pay again", async () => {
  const payout = await world.publish(world.make.sale("+2290196000001"));
  await world.happened(payout, ...settled);
  await reverse(payout);
  world.sandbox.control.addFault({ operation: "disbursements.read", mode: "http-500", times: 2 });
  const orders = world.callsOf("disbursements.create");
  await lateCheckIsDue(payout);
  await world.happened(payout, ...settled, "PayoutReversed");
  expect(world.callsOf("disbursements.create")).toBe(orders);
});

it("never looks again at sats that went out: what Lightning has settled stays", async () => {
  const payout = await world.order("ok@sandbox.sanu");
  await world.happened(payout, ...settled);
  const text = "select next_at from attempts where subject_id = $1";
  expect(await world.rows(text, payout.payoutId)).toEqual([{ next_at: null }]);
});
