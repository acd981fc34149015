import { isLongRun, lastingOutages, liveFor } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";

const pollMs = 10;
const againMs = 7_200_000;
const testMs = isLongRun() ? 300_000 : 60_000;
const rail = { calls: ["disbursements.create"], questions: ["disbursements.read"] } as const;

let world: PayoutWorld;

beforeAll(async () => {
  world = await createPayoutWorld();
  // The pauses of production: it is the clock that is quick here.
  await world.start({ timings: { limits: {}, times: { pollMs } } });
});

afterAll(() => world.stop());

it.each(lastingOutages)(
  "XOF are paid out once behind an outage of $long in which $kind",
  { timeout: testMs },
  async ({ lastsMs, decide }) => {
    const { control } = world.sandbox;
    control.decideFaults(decide(rail));
    const sale = await world.publish(world.make.sale("+2290196000001"));
    await world.happened(sale, "PayoutRequested");
    await liveFor(world, sale.payoutId, lastsMs);
    control.clearFaults();
    await liveFor(world, sale.payoutId, againMs);
    expect(await world.disbursementsOf(sale)).toEqual({ begun: 1, settled: 1 });
    const types = (await world.eventsOf(sale)).map(({ type }) => type);
    expect(types.filter((type) => type !== "PayoutOutcomeUnknown")).toEqual([
      "PayoutRequested",
      "PayoutSettled",
    ]);
  },
);

it("sats whose invoice nobody makes for over an hour are sent once somebody does, and no person is asked", {
  timeout: testMs,
}, async () => {
  const { control } = world.sandbox;
  const none = { mode: "http-500", acts: false } as const;
  control.decideFaults((operation) => (operation === "lightning.invoice" ? none : undefined));
  const purchase = await world.order("ok@sandbox.sanu");
  await world.happened(purchase, "PayoutRequested");
  await liveFor(world, purchase.payoutId, 60_000);
  const aged = "update attempts set created_at = created_at - interval '65 minutes'";
  await world.rows(`${aged} where subject_id = $1 returning 1`, purchase.payoutId);
  await liveFor(world, purchase.payoutId, 120_000);
  await world.happened(purchase, "PayoutRequested");
  control.clearFaults();
  await liveFor(world, purchase.payoutId, againMs);
  await world.happened(purchase, "PayoutRequested", "PayoutSettled");
  expect(await world.sendsOf(purchase)).toEqual({ begun: 1, settled: 1 });
});
