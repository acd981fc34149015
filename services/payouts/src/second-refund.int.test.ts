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
