import { sats, systemClock } from "@sanu/kernel";
import type { SendRail, SendStatus } from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { refundIdOf } from "./payout/refund-payout.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";
import { createScriptedNode } from "./scripted-node.fixture.ts";

const noRoute = { kind: "rejected", reason: "no-route" } as const;
const failed = { kind: "failed", reason: "no-route" } as const;

const node = createScriptedNode("north");
const world = await createPayoutWorld();
await world.start({ sendRails: [node.rail] });

afterAll(() => world.stop());

it("sats that go back a second time wait while anything of the first, thought to have failed, may arrive", async () => {
  const [before, after] = ["before@away.example", "after@else.example"];
  node.answers.set(before, noRoute);
  node.statuses.set(before, failed);
  const first = await world.publish(world.make.refund(before));
  const rejected = "PayoutAttemptRejected";
  await world.happened(first, "PayoutRequested", rejected, rejected, "PayoutFailed");
  const sent = node.sent.length;

  // A call that was held up on its way has reached the node by now.
  node.statuses.set(before, { kind: "in-flight" });
  const earlierRefundIds = [refundIdOf(first.payoutId)];
  const second = await world.publish(world.make.refund(after, { earlierRefundIds }));
  await eventually("it waits", async () => {
    const text = "select last_error from attempts where subject_id = $1";
    const [waiting] = await world.rows<{ last_error: string | null }>(text, second.payoutId);
    return waiting?.last_error === "earlier-attempt-open";
  });
  expect(node.sent).toHaveLength(sent);

  node.statuses.set(before, failed);
  await world.happened(second, "PayoutRequested", "PayoutSettled");
  expect(node.sent).toHaveLength(sent + 1);
});

it("sats are not given up, and go back by no other way, while an attempt of before the last may still arrive", async () => {
  const receiver = "last@away.example";
  const statuses = new Map<string, SendStatus>();
  const attempts: string[] = [];
  const late: SendRail = {
    ...node.rail,
    async send({ prepared: { naturalKey } }) {
      attempts.push(naturalKey);
      // While the last one is tried, the first comes alive.
      if (attempts.length === 3) statuses.set(attempts[0] ?? "", { kind: "in-flight" });
      return noRoute;
    },
    status: async (naturalKey) => statuses.get(naturalKey) ?? failed,
  };
  await world.stopReplicas();
  await world.start({ sendRails: [late] });
  const payout = await world.order(receiver);
  const rejected = "PayoutAttemptRejected";
  await eventually("the last one waits", async () => {
    const text = "select last_error from attempts where subject_id = $1 and attempt_number = 3";
    const [last] = await world.rows<{ last_error: string | null }>(text, payout.payoutId);
    return last?.last_error === "earlier-attempt-open";
  });
  await world.happened(payout, "PayoutRequested", rejected, rejected);
  statuses.clear();
  await world.happened(payout, "PayoutRequested", rejected, rejected, "PayoutFailed");
  expect(attempts).toHaveLength(3);
});

it("sats go back a second time although the invoice of the first, which had failed, has paid somebody else's purchase since", async () => {
  const statuses = new Map<string, SendStatus>();
  const sent: string[] = [];
  const paid = {
    kind: "settled",
    feeSats: sats(1n),
    settledAt: systemClock.now(),
    proof: "p",
  } as const;
  /** Whoever receives has one invoice. */
  const rail: SendRail = {
    ...node.rail,
    async prepare({ destination: { canonical: payload } }) {
      return { kind: "accepted", value: { naturalKey: `lightning:${payload}`, payload } };
    },
    async send({ prepared: { naturalKey } }) {
      sent.push(naturalKey);
      const isOver = sent.filter((one) => one === naturalKey).length > 3;
      if (naturalKey.includes("given") && !isOver) return noRoute;
      statuses.set(naturalKey, paid);
      return { kind: "accepted", value: paid };
    },
    status: async (naturalKey) => statuses.get(naturalKey) ?? failed,
  };
  await world.stopReplicas();
  await world.start({ sendRails: [rail] });
  const first = await world.publish(world.make.refund("given@away.example"));
  const rejected = "PayoutAttemptRejected";
  await world.happened(first, "PayoutRequested", rejected, rejected, "PayoutFailed");
  await world.happened(await world.order("given@away.example"), "PayoutRequested", "PayoutSettled");

  const earlierRefundIds = [refundIdOf(first.payoutId)];
  const second = await world.publish(world.make.refund("new@else.example", { earlierRefundIds }));

  await world.happened(second, "PayoutRequested", "PayoutSettled");
  expect(sent).toHaveLength(5);
});
