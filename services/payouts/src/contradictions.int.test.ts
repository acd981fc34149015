import { payoutsOutcomeFacts } from "@sanu/contracts";
import { sats, systemClock, xof } from "@sanu/kernel";
import { createSandboxDisburseRail, type DisburseRail, type DisburseStatus } from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";
import { createScriptedNode } from "./scripted-node.fixture.ts";

const { OutcomeContradicted } = payoutsOutcomeFacts;
const world = await createPayoutWorld();
const providerReference = "d-7";
const ordered: string[] = [];
const words = new Map<string, "failed" | "settled">();
const real = createSandboxDisburseRail({ baseUrl: world.sandbox.url });
/** A gateway that takes every order, and changes its word as the test wants. */
const disburseRail: DisburseRail = {
  ...real,
  async disburse({ key }) {
    ordered.push(key);
    return { kind: "accepted", value: { kind: "pending", providerReference } };
  },
  status: async (key) => statusOf(words.get(key)),
};
const node = createScriptedNode("north");
await world.start(
  { disburseRails: [disburseRail], sendRails: [node.rail] },
  { DISBURSE_RETRY_PAUSE_MS: "600000", SEND_RETRY_PAUSE_MS: "600000" },
);
const facts = world.listen(OutcomeContradicted);

afterAll(() => world.stop());

/** Makes an attempt of it due where it is not, and returns its row then. */
const dueOf =
  ({ payoutId }: TestPayout) =>
  (attemptNumber: number) =>
    world.rows(
      `update attempts set next_at = now()
       where subject_id = $1 and attempt_number = ${attemptNumber} and next_at > now() returning 1`,
      payoutId,
    );

function statusOf(word: "failed" | "settled" | undefined): DisburseStatus {
  if (word === undefined) return { kind: "pending", providerReference };
  if (word === "failed") return { kind: "failed", providerReference, reason: "channel-closed" };
  const amountXof = xof(BigInt(amounts.amountXof));
  const settledAt = systemClock.now();
  return { kind: "settled", providerReference, amountXof, feeXof: xof(50n), settledAt };
}

it("XOF that the gateway paid out after all are paid out once: it is told, and nobody is asked again", async () => {
  const payout = await world.publish(world.make.sale("+2290196000001"));
  await eventually("it is ordered", () => ordered.length === 1);
  const [first = ""] = ordered;
  words.set(first, "failed");
  await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");

  const isDue = dueOf(payout);
  words.set(first, "settled");
  expect(await isDue(1)).toHaveLength(1);
  const contradicted = ["PayoutRequested", "PayoutAttemptRejected", "OutcomeContradicted"] as const;
  await world.happened(payout, ...contradicted);
  await eventually("its next late check is set", async () => (await isDue(1)).length === 1);
  await eventually("it is found once", async () => (await isDue(1)).length === 1);
  await world.happened(payout, ...contradicted);

  expect(await isDue(2)).toHaveLength(1);
  await world.happened(payout, ...contradicted, "PayoutSettled");
  expect(ordered).toEqual([first]);
  const { payoutId: subjectId, transactionId } = payout;
  const mine = () =>
    facts.filter((fact) => (fact as { subjectId: string }).subjectId === subjectId);
  await eventually("it is published", () => mine().length > 0);
  const said = { leg: "payout", attemptNumber: 1, found: "arrived" };
  expect(mine()).toMatchObject([{ transactionId, subjectId, ...said }]);
});

it("XOF of which the gateway said that they arrived, and then that they did not, are people's: they are neither paid out nor ordered again", async () => {
  const before = ordered.length;
  const payout = await world.publish(world.make.sale("+2290196000003"));
  await eventually("it is ordered", () => ordered.length === before + 1);
  const first = ordered.at(-1) ?? "";
  words.set(first, "failed");
  await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
  const isDue = dueOf(payout);
  const past = ["PayoutRequested", "PayoutAttemptRejected", "OutcomeContradicted"] as const;
  words.set(first, "settled");
  expect(await isDue(1)).toHaveLength(1);
  await world.happened(payout, ...past);
  words.set(first, "failed");
  await eventually("its next late check is set", async () => (await isDue(1)).length === 1);
  await world.happened(payout, ...past, "OutcomeContradicted");

  expect(await isDue(2)).toHaveLength(1);
  await eventually("it waits", async () => {
    const text = "select last_error from attempts where subject_id = $1 and attempt_number = 2";
    const [second] = await world.rows<{ last_error: string | null }>(text, payout.payoutId);
    return second?.last_error === "earlier-attempt-open";
  });
  await world.happened(payout, ...past, "OutcomeContradicted");
  expect(ordered).toHaveLength(before + 1);
});

it("XOF are not ordered again while the gateway says that what had failed is under way", async () => {
  const before = ordered.length;
  const payout = await world.publish(world.make.sale("+2290196000002"));
  await eventually("it is ordered", () => ordered.length === before + 1);
  const first = ordered.at(-1) ?? "";
  words.set(first, "failed");
  await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
  words.delete(first);
  const due = "update attempts set next_at = now() where subject_id = $1 and attempt_number = 2";
  await world.rows(due, payout.payoutId);
  await eventually("it waits", async () => {
    const text = "select last_error from attempts where subject_id = $1 and attempt_number = 2";
    const [second] = await world.rows<{ last_error: string | null }>(text, payout.payoutId);
    return second?.last_error === "earlier-attempt-open";
  });
  expect(ordered).toHaveLength(before + 1);

  words.set(first, "failed");
  await eventually("it is ordered again", () => ordered.length === before + 2);
});

it.each([
  ["over Lightning", "after-all@away.example"],
  ["on chain", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
])(
  "sats that arrived %s after all are sent once: the payout ends by the attempt that arrived",
  async (_how, receiver) => {
    node.answers.set(receiver, { kind: "rejected", reason: "no-route" });
    node.statuses.set(receiver, { kind: "failed", reason: "no-route" });
    const payout = await world.order(receiver);
    await world.happened(payout, "PayoutRequested", "PayoutAttemptRejected");
    const sent = node.sent.length;
    const isDue = dueOf(payout);

    const settledAt = systemClock.now();
    node.statuses.set(receiver, { kind: "settled", feeSats: sats(3n), settledAt, proof: "proof" });
    // What has paid cannot be spent again, nor its invoice paid.
    node.unreplaced.add(receiver);
    expect(await isDue(1)).toHaveLength(1);
    const contradicted = [
      "PayoutRequested",
      "PayoutAttemptRejected",
      "OutcomeContradicted",
    ] as const;
    await world.happened(payout, ...contradicted);

    expect(await isDue(2)).toHaveLength(1);
    await world.happened(payout, ...contradicted, "PayoutSettled");
    expect((await world.eventsOf(payout)).at(-1)).toMatchObject({ attemptNumber: 1 });
    expect(node.sent).toHaveLength(sent);
  },
);
