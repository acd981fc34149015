import { PayoutWithheld, TransactionHoldRequested } from "@sanu/contracts";
import { systemClock } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";
import { createScriptedNode } from "./scripted-node.fixture.ts";

const holdOf = (payout: TestPayout): TestPayout => {
  const { payoutId, transactionId } = payout;
  const fact = { payoutId, transactionId, requestedAt: systemClock.now() };
  return { ...payout, definition: TransactionHoldRequested, fact };
};

describe("a payout whose account is suspended", () => {
  let world: PayoutWorld;
  let withheld: readonly unknown[];

  beforeAll(async () => {
    world = await createPayoutWorld({ slowMs: 300, hangMs: 300, notFoundMs: 600 });
    withheld = world.listen(PayoutWithheld);
    await world.start();
  });
  afterAll(() => world.stop());

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
    const { control } = world.sandbox;
    // Nobody hears that it has arrived before it shall be held.
    control.decideFaults((operation) =>
      operation === "disbursements.read" ? { mode: "http-500", acts: false } : undefined,
    );
    const payout = await world.publish(world.make.sale("+2290196000202"));
    await eventually("it is sent", async () => (await world.disbursementsOf(payout)).begun === 1);
    await world.publishTwice(holdOf(payout));
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested");
    control.clearFaults();
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested", "PayoutSettled");
    await world.publishTwice(holdOf(payout));
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested", "PayoutSettled");
    expect(await world.disbursementsOf(payout)).toEqual({ begun: 1, settled: 1 });
  });
});

describe("a payout of sats that shall be held while a send of it may be under way", () => {
  const node = createScriptedNode("north");
  let world: PayoutWorld;

  beforeAll(async () => {
    world = await createPayoutWorld();
    await world.start({ sendRails: [node.rail] });
  });
  beforeEach(() => {
    node.sent.length = 0;
  });
  afterAll(() => world.stop());

  /** What the node's transactions spend, by their keys. */
  const spentBy = (naturalKey = "") => [`${naturalKey.replace("chain:", "")}:0`];
  /** Its newest attempt calls nobody, and says why. */
  const waits = (payout: TestPayout, code: string) =>
    eventually(code, async () => {
      const text =
        "select last_error from attempts where subject_id = $1 order by attempt_number desc limit 1";
      const [newest] = await world.rows<{ last_error: string | null }>(text, payout.payoutId);
      return newest?.last_error === code;
    });

  it("goes on, and behind its failure no other attempt is sent", async () => {
    const receiver = "held@away.example";
    node.answers.set(receiver, { kind: "accepted", value: { kind: "in-flight" } });
    node.statuses.set(receiver, { kind: "in-flight" });
    const payout = await world.order(receiver);
    await eventually("it is sent", () => node.sent.length === 1);
    await world.publishTwice(holdOf(payout));
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested");
    // Nobody has to say where to any more.
    world.destinations.delete(payout.transactionId);
    node.answers.delete(receiver);
    node.statuses.set(receiver, { kind: "failed", reason: "no-route" });
    await world.happened(
      payout,
      "PayoutRequested",
      "PayoutHoldRequested",
      "PayoutAttemptRejected",
      "PayoutWithheld",
    );
    expect(node.sent).toHaveLength(1);
  });

  it("is not held before its first send, which is under way after all, is over", async () => {
    const receiver = "late@away.example";
    node.answers.set(receiver, { kind: "rejected", reason: "no-route" });
    node.statuses.set(receiver, { kind: "in-flight" });
    const payout = await world.order(receiver);
    await waits(payout, "earlier-attempt-open");
    await world.publishTwice(holdOf(payout));
    const held = ["PayoutRequested", "PayoutAttemptRejected", "PayoutHoldRequested"] as const;
    await world.happened(payout, ...held);
    const tries = "select status_checks from attempts where subject_id = $1 and attempt_number = 2";
    const before = await world.rows<{ status_checks: number }>(tries, payout.payoutId);
    await eventually("it was looked at again", async () => {
      const [now] = await world.rows<{ status_checks: number }>(tries, payout.payoutId);
      return (now?.status_checks ?? 0) > (before[0]?.status_checks ?? 0);
    });
    await world.happened(payout, ...held);
    node.statuses.set(receiver, { kind: "failed", reason: "no-route" });
    await world.happened(payout, ...held, "PayoutWithheld");
    expect(node.sent).toHaveLength(1);
  });

  it("is not held where a transaction of it was signed, which is worth its money for ever", async () => {
    const receiver = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    node.unreplaced.add(receiver);
    node.answers.set(receiver, { kind: "rejected", reason: "no-route" });
    const payout = await world.order(receiver);
    await waits(payout, "cannot-replace");
    await world.publishTwice(holdOf(payout));
    const held = ["PayoutRequested", "PayoutAttemptRejected", "PayoutHoldRequested"] as const;
    await world.happened(payout, ...held);
    node.unreplaced.delete(receiver);
    node.answers.delete(receiver);
    await world.happened(payout, ...held, "PayoutSettled");
    // The second spends the coins of the first: of the two only one can be in a block.
    expect(node.prepared.at(-1)?.replaces?.spends).toEqual(spentBy(node.sent[0]));
    expect(node.sent).toHaveLength(2);
  });

  it("is not sent again where nobody knows whether it was sent, and ends as its node says", async () => {
    const receiver = "unknown@away.example";
    node.answers.set(receiver, { kind: "unknown", cause: "no-response" });
    node.statuses.set(receiver, { kind: "not-found" });
    const payout = await world.order(receiver);
    await eventually("it is sent", () => node.sent.length === 1);
    await world.publishTwice(holdOf(payout));
    await waits(payout, "hold-requested");
    await waits(payout, "not-found");
    await waits(payout, "hold-requested");
    expect(node.sent).toHaveLength(1);
    node.statuses.delete(receiver);
    await world.happened(payout, "PayoutRequested", "PayoutHoldRequested", "PayoutSettled");
    expect(node.sent).toHaveLength(1);
  });
});
