import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { listParked, replayParked } from "./parked-facts.ts";
import { completed, createReactionBed, group } from "./reactions.fixture.ts";

const bed = await createReactionBed(undefined, "before_lanes");
afterAll(() => bed.close());

const parked = () => listParked(bed.database, { group });

function breakHandling(): void {
  bed.control.before = () => {
    throw new RangeError("a planted bug");
  };
}

function mendHandling(): void {
  bed.calls.length = 0;
  bed.control.before = () => undefined;
}

it("a service that runs before its migration parks and replays by one lane, and by all of them soon after it", async () => {
  const [one, other] = await Promise.all([bed.openCounter(), bed.openCounter()]);
  const moved = { ...other, paymentId: one.paymentId };
  breakHandling();
  await bed.newGroup().start();
  const [first, second] = [completed(one), completed(one)];
  for (const fact of [first, second]) await bed.publish(fact);
  await eventually("both are parked", async () => (await parked()).length === 2);
  expect((await parked()).map(({ lanes }) => lanes)).toEqual([
    [one.transactionId],
    [one.transactionId],
  ]);
  mendHandling();
  expect(await replayParked(bed.database, { group, aggregateId: one.paymentId })).toBe(0);
  expect(await replayParked(bed.database, { group, aggregateId: one.transactionId })).toBe(2);
  await eventually("none is parked", async () => (await parked()).length === 0);
  expect(bed.calls).toEqual([first.id, second.id]);

  breakHandling();
  const third = completed(one);
  await bed.publish(third);
  await eventually("it is parked", async () => (await parked()).length === 1);
  await bed.migrate();
  mendHandling();
  const isHandled = async (id: string) =>
    (await bed.rows(`select from handled where fact_id = '${id}'`)) === 1;
  const behind = await eventually("the next of its payment waits behind it", async () => {
    const next = completed(moved);
    await bed.publish(next);
    const outcome = await eventually("it is handled or parked", async () => {
      const waiting = (await parked()).find(({ factId }) => factId === next.id);
      return waiting ?? ((await isHandled(next.id)) && "handled");
    });
    return outcome !== "handled" && outcome;
  });
  expect(behind).toMatchObject({ cause: "behind", lanes: [one.paymentId, other.transactionId] });
  bed.calls.length = 0;
  await replayParked(bed.database, { group, aggregateId: one.paymentId });
  await eventually("none is parked", async () => (await parked()).length === 0);
  expect(bed.calls).toEqual([third.id, behind.factId]);
});
