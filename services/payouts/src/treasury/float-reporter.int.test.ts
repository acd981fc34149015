import { FloatReported } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPayoutWorld, type PayoutWorld } from "../payouts.fixture.ts";

const settings = { FLOAT_POLL_MS: "100", FLOAT_REPORT_MS: "1000" };

let world: PayoutWorld;
let facts: readonly unknown[];

beforeAll(async () => {
  world = await createPayoutWorld();
  facts = world.listen(FloatReported);
  await world.start({}, settings);
});
afterAll(() => world.stop());

describe("what our accounts can pay out", () => {
  const reports = () => facts.map((fact) => FloatReported.schema.parse(fact));
  const ofRail = (rail: string) => reports().filter((report) => report.rail === rail);
  const last = (rail: string) => ofRail(rail).at(-1);
  const setFloat = (amountXof: string) =>
    world.sandbox.journal.record({ kind: "float-set", amountXof });

  it("is published of each float, by the gateway and the node themselves", async () => {
    await eventually(
      "all three are there",
      () => new Set(reports().map(({ rail }) => rail)).size === 3,
    );
    expect(last("disbursement")).toMatchObject({
      account: "sandbox/disbursement",
      channels: null,
      available: { currency: "XOF", amountXof: 1_000_000_000n },
    });
    for (const rail of ["lightning", "onchain"]) {
      expect(last(rail)).toMatchObject({
        account: "sandbox/sandbox",
        available: { currency: "SATS", amountSats: 1_000_000_000_000n },
      });
    }
  });

  it("is published when it changes, and of an unchanged one every so often", async () => {
    const before = ofRail("onchain").length;
    setFloat("5000");
    await eventually("the change is published", () => {
      const available = last("disbursement")?.available;
      return available?.currency === "XOF" && available.amountXof === 5_000n;
    });
    await eventually("the rest is said again", () => ofRail("onchain").length > before);
  });

  it("is said with a moment before the question: what was recorded by then has left it", async () => {
    setFloat("1000000000");
    const payout = await world.publish(world.make.sale("+2290196000001"));
    await world.happened(payout, "PayoutRequested", "PayoutSettled");
    const [settled] = await world.rows<{ at: string }>(
      "select recorded_at as at from events where stream_id = $1 and event_type = 'PayoutSettled'",
      payout.payoutId,
    );
    const report = await eventually("a later report is there", () =>
      ofRail("disbursement").find(({ observedAt }) => observedAt > (settled?.at ?? "9")),
    );
    const available = report.available.currency === "XOF" ? report.available.amountXof : 0n;
    expect(available).toBeLessThan(1_000_000_000n);
  });

  it("is not published while nobody says it, and again when somebody does", async () => {
    world.sandbox.control.addFault({ operation: "floats.read", mode: "http-500", times: 1_000 });
    const before = ofRail("disbursement").length;
    const others = ofRail("lightning").length;
    await eventually("the node is heard on", () => ofRail("lightning").length > others + 1);
    expect(ofRail("disbursement").length - before).toBeLessThanOrEqual(1);
    world.sandbox.control.clearFaults();
    const silent = ofRail("disbursement").length;
    await eventually("the gateway is heard again", () => ofRail("disbursement").length > silent);
  });

  it("is asked for by one replica at a time", async () => {
    await world.start({}, settings);
    const observed = () => ofRail("lightning").map(({ observedAt }) => observedAt);
    const from = observed().length;
    await eventually("two more reports", () => observed().length >= from + 2);
    const [holders] = await world.rows<{ holders: number }>(
      "select count(*)::int as holders from leases where name = $1",
      "floats",
    );
    expect(holders).toEqual({ holders: 1 });
    expect(observed()).toEqual(observed().toSorted());
  });
});
