import { eventually, startTcpProxy, testNatsUrl } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createGate } from "../event-store/gate.ts";
import { connectNats } from "../messaging/connect-nats.ts";
import { streamLimits } from "../streams/limits.ts";
import { followConsumer } from "./follow-consumer.ts";
import { reactionLimits } from "./limits.ts";
import {
  completed,
  createReactionBed,
  group,
  type ReactionBed,
  type TestMessage,
} from "./reactions.fixture.ts";

// What one test's group left handled by nobody, the next test's would look up.
let bed: ReactionBed;
beforeEach(async () => {
  bed = await createReactionBed();
});
afterEach(() => bed.close());

/** Half of the time after which NATS gives a fact to somebody else by itself. */
const soonMs = streamLimits.ackWaitMs / 2;

/** What somebody else gets from now on, in its order. */
function receiveRest(): { readonly ids: string[]; readonly stop: () => Promise<void> } {
  const ids: string[] = [];
  const { stop } = followConsumer({
    messaging: bed.messaging,
    stream: bed.stream,
    durable: group,
    gate: createGate(),
    onTrouble: () => undefined,
    onMessage(message) {
      ids.push(message.headers?.get("ce-id") ?? "");
      message.ack();
    },
  });
  return { ids, stop };
}
const idsOf = (facts: readonly TestMessage[]) => facts.map(({ id }) => id).toSorted();
const openCounters = (count: number) =>
  Promise.all(Array.from({ length: count }, () => bed.openCounter()));

it("a group that leaves finishes what it holds, and another one has all the rest at once", async () => {
  const { concurrencyMax } = reactionLimits;
  const payments = await openCounters(concurrencyMax + 4);
  const release = Promise.withResolvers<void>();
  bed.control.before = () => release.promise;
  const leaving = bed.newGroup();
  await leaving.start();
  const facts = payments.map((payment) => [completed(payment), completed(payment)] as const);
  for (const [one, other] of facts) for (const fact of [one, other]) await bed.publish(fact);
  await eventually("it holds as many as it may", () => bed.calls.length === concurrencyMax);
  await eventually("it was given the rest", async () => {
    const { num_pending } = await (await bed.manager()).consumers.info(bed.stream, group);
    return num_pending === 0;
  });

  leaving.drain();
  const rest = receiveRest();
  const waiting = facts.slice(concurrencyMax).flat();
  await eventually("another has what waited", () => rest.ids.length === waiting.length, soonMs);
  expect(rest.ids.toSorted()).toEqual(idsOf(waiting));

  release.resolve();
  await leaving.stop();
  const behind = facts.slice(0, concurrencyMax).map(([, second]) => second);
  const all = [...waiting, ...behind];
  await eventually("and what waited behind others", () => rest.ids.length === all.length, soonMs);
  expect(rest.ids.toSorted()).toEqual(idsOf(all));
  await rest.stop();
  for (const payment of payments.slice(0, concurrencyMax)) {
    expect(await bed.totalOf(payment)).toBe(1n);
  }
});

it("a group that leaves hands back what was on its way to it, too", async () => {
  const server = new URL(testNatsUrl());
  const wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  const url = `nats://${wire.host}:${wire.port}`;
  const far = await connectNats({ url, name: "far", namespace: bed.namespace });
  const { consumers } = await bed.manager();
  try {
    const leaving = bed.newGroup({ messaging: far });
    await leaving.start();
    await eventually("it listens", async () => {
      return (await consumers.info(bed.stream, group)).num_waiting > 0;
    });
    const facts = (await openCounters(4)).map((payment) => completed(payment));
    wire.setWire({ kind: "slow", latencyMs: 800 });
    await Promise.all(facts.map(bed.publish));
    await eventually("all are sent", async () => {
      return (await consumers.info(bed.stream, group)).num_ack_pending === facts.length;
    });
    expect(bed.calls).toEqual([]);

    await leaving.stop();
    const rest = receiveRest();
    await eventually("another has them", () => rest.ids.length === facts.length, soonMs);
    expect([rest.ids.toSorted(), bed.calls]).toEqual([idsOf(facts), []]);
    await rest.stop();
  } finally {
    await bed.stopGroups();
    await far.close();
    await wire.close();
  }
});

it("a group that leaves in the middle of a replay leaves the rest of it to another one at once", async () => {
  const [payment] = await openCounters(1);
  if (payment === undefined) throw new Error("no payment");
  const facts = [completed(payment), completed(payment), completed(payment)];
  bed.control.before = () => {
    throw new RangeError("a planted bug");
  };
  const leaving = bed.newGroup();
  await leaving.start();
  for (const fact of facts) await bed.publish(fact);
  const parked = () => bed.rows("select 1 from parked_facts");
  await eventually("all are parked", async () => (await parked()) === facts.length);

  bed.calls.length = 0;
  const release = Promise.withResolvers<void>();
  bed.control.before = () => release.promise;
  // Only the first is due, and the others not for hours: who replays it goes on with them.
  await bed.database.query(
    CompiledQuery.raw("update parked_facts set due_at = now() + make_interval(hours => 3)"),
  );
  await bed.database.query(
    CompiledQuery.raw(`update parked_facts set due_at = now() where fact_id = '${facts[0]?.id}'`),
  );
  await eventually("the replay has begun", () => bed.calls.length === 1);
  leaving.drain();
  release.resolve();
  await leaving.stop();
  expect(await parked()).toBe(2);

  await bed.newGroup().start();
  await eventually("the rest is handled", async () => (await parked()) === 0, soonMs);
  expect(bed.calls).toEqual(facts.map(({ id }) => id));
});
