import { PayoutOutcomeUnknown, payoutsRefundFacts } from "@sanu/contracts";
import { readMovements } from "@sanu/platform";
import { eventually, quickTimings } from "@sanu/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";

let world: PayoutWorld;

/** A person is asked to look soon, and status checks go on as quickly behind that. */
const timings = {
  limits: { ...quickTimings.limits, reviewAfterMs: 400, statusCheckInReviewMs: 100 },
  times: quickTimings.times,
};

beforeEach(async () => {
  world = await createPayoutWorld();
});

afterEach(() => world.stop());

const typesOf = async (payout: TestPayout) =>
  (await world.eventsOf(payout)).map(({ type }) => type);
const isPublished = async (payout: TestPayout) =>
  (await typesOf(payout)).includes("PayoutOutcomeUnknown");

it("is told once of each payout and refund, by whichever replica, and its end is still found", async () => {
  const published = {
    payouts: world.listen(PayoutOutcomeUnknown),
    refunds: world.listen(payoutsRefundFacts.RefundOutcomeUnknown),
  };
  const { control } = world.sandbox;
  control.decideFaults((operation) =>
    operation.endsWith(".read") || operation.endsWith(".track")
      ? { mode: "http-500", acts: false }
      : undefined,
  );
  await Promise.all([world.start({ timings }), world.start({ timings })]);
  const sale = await world.publish(world.make.sale("+2290196000411"));
  const refund = await world.publish(world.make.refund("hang-ok@sandbox.sanu"));
  await eventually(
    "both are told",
    async () => (await isPublished(sale)) && (await isPublished(refund)),
  );
  await eventually("questions go on", async () => {
    const text = "select 1 from attempts where reviewed_at is not null and status_checks > 2";
    return (await world.rows(text)).length === 2;
  });

  control.clearFaults();
  const types = ["PayoutRequested", "PayoutOutcomeUnknown", "PayoutSettled"];
  await world.happened(sale, ...types);
  await world.happened(refund, ...types);
  expect(await world.disbursementsOf(sale)).toEqual({ begun: 1, settled: 1 });
  expect(await world.sendsOf(refund)).toEqual({ begun: 1, settled: 1 });
  await eventually("both facts are published", () =>
    Object.values(published).every((facts) => facts.length > 0),
  );
  expect(published.payouts).toMatchObject([{ payoutId: sale.payoutId }]);
  expect(published.refunds).toMatchObject([{ refundId: refund.payoutId }]);
});

it("names to whoever looks what its node knows the send by, also when the node never answered", async () => {
  world.sandbox.control.decideFaults((operation) => {
    if (operation === "lightning.pay") return { mode: "reset", acts: true };
    return operation === "lightning.track" ? { mode: "http-500", acts: false } : undefined;
  });
  await world.start({ timings });
  const payout = await world.publish(world.make.purchase("ok@sandbox.sanu"));
  await eventually("a person is asked", () => isPublished(payout));

  const [sent] = world.sandbox.journal.ofKind("send-accepted");
  const { attempts } = await readMovements(world.database, "payouts", [payout.payoutId]);
  expect(attempts).toMatchObject([
    { state: "unknown", provider_reference: null, natural_key: `lightning:${sent?.sendId}` },
  ]);
});
