import { newId } from "@sanu/kernel";
import { eventually, randomFrom, testSeed } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createGate } from "../event-store/gate.ts";
import { streamLimits } from "../streams/limits.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { reactionLimits } from "./limits.ts";
import { createReactionGroup } from "./reaction-group.ts";
import { completed, createReactionBed, group } from "./reactions.fixture.ts";

const bed = await createReactionBed();
afterAll(() => bed.close());

describe("reactions of a service to the facts of another", () => {
  afterEach(() => bed.stopGroups());

  const handledRows = (id: string) => bed.rows(`select 1 from handled where fact_id = '${id}'`);

  it("act once on a fact that is published, whatever is delivered again", async () => {
    const payment = await bed.openCounter();
    const fact = completed(payment);
    await bed.newGroup().start();
    await bed.publish(fact);
    await bed.publish(fact);
    const last = completed(payment);
    await bed.publish(last);

    await eventually("the last fact is handled", async () => (await handledRows(last.id)) === 1);
    expect(await bed.totalOf(payment)).toBe(2n);
  });

  it("act once on facts in any order, doubled and by two replicas", async () => {
    const seed = testSeed();
    process.stdout.write(`reactions: SANU_TEST_SEED=${seed}\n`);
    const random = randomFrom(seed);
    const payments = await Promise.all(Array.from({ length: 6 }, () => bed.openCounter()));
    const facts = Array.from({ length: 60 }, (_one, index) => {
      const payment = payments[index % payments.length];
      if (payment === undefined) throw new Error("no payment");
      return completed(payment);
    });
    const deliveries = [...facts, ...facts, ...facts.slice(0, 20)]
      .map((fact) => ({ fact, place: random() }))
      .toSorted((one, other) => one.place - other.place);
    await Promise.all([bed.newGroup().start(), bed.newGroup().start()]);
    for (const { fact } of deliveries) await bed.publish(fact);

    await eventually("all are handled", async () => {
      const counts = await Promise.all(facts.map(({ id }) => handledRows(id)));
      return counts.every((count) => count === 1);
    });
    for (const payment of payments) expect(await bed.totalOf(payment)).toBe(10n);
  });

  it("remember a fact that the aggregate refused", async () => {
    const stranger = { paymentId: newId<string>(), transactionId: newId<string>() };
    const fact = completed(stranger);
    await bed.newGroup().start();
    await bed.publish(fact);

    await eventually("it is handled", async () => (await handledRows(fact.id)) === 1);
    expect(await bed.totalOf(stranger)).toBe(0n);
  });

  it("keep the facts of one aggregate in order while others go on beside it", async () => {
    const [slow, quick] = await Promise.all([bed.openCounter(), bed.openCounter()]);
    const slowFacts = [completed(slow), completed(slow), completed(slow)];
    const quickFact = completed(quick);
    const release = Promise.withResolvers<void>();
    bed.control.before = (data) =>
      data.transactionId === slow.transactionId ? release.promise : undefined;
    await bed.newGroup().start();
    for (const fact of [...slowFacts, quickFact]) await bed.publish(fact);

    await eventually("the quick one", async () => (await handledRows(quickFact.id)) === 1);
    expect(bed.calls.toSorted()).toEqual([slowFacts[0]?.id, quickFact.id].toSorted());
    release.resolve();
    await eventually("the slow ones", async () => (await bed.totalOf(slow)) === 3n);
    expect(bed.calls.filter((id) => id !== quickFact.id)).toEqual(slowFacts.map(({ id }) => id));
  });

  it("leave what they had not finished to the other replicas when they stop", async () => {
    const payment = await bed.openCounter();
    const [first, second] = [completed(payment), completed(payment)];
    const release = Promise.withResolvers<void>();
    bed.control.before = () => release.promise;
    const leaving = bed.newGroup();
    await leaving.start();
    await bed.publish(first);
    await bed.publish(second);
    await eventually("the first is under way", () => bed.calls.length === 1);
    const { consumers } = await bed.manager();
    await eventually("the second waits behind it", async () => {
      return (await consumers.info(bed.stream, group)).num_pending === 0;
    });

    const stopped = leaving.stop();
    release.resolve();
    await stopped;
    expect(await bed.totalOf(payment)).toBe(1n);
    await bed.newGroup().start();
    // Far sooner than the acknowledgement's time limit.
    await eventually("the second", async () => (await bed.totalOf(payment)) === 2n, 5_000);
  });

  it("are given back to the other replicas by one that is cut off from its database", async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => bed.openCounter()));
    const gate = createGate();
    await Promise.all([bed.newGroup({ gate }).start(), bed.newGroup().start()]);
    const { consumers } = await bed.manager();
    await eventually("both listen", async () => {
      return (await consumers.info(bed.stream, group)).num_waiting === 2;
    });
    gate.close("its database is away");
    for (const payment of payments) await bed.publish(completed(payment));

    const totals = () => Promise.all(payments.map((payment) => bed.totalOf(payment)));
    await eventually(
      "all are handled",
      async () => (await totals()).every((total) => total === 1n),
      streamLimits.ackWaitMs * 2,
    );
  });

  it("recognise old facts after a refill without troubling the aggregate", async () => {
    const payment = await bed.openCounter();
    const facts = [completed(payment), completed(payment)];
    const before = bed.newGroup();
    await before.start();
    for (const fact of facts) await bed.publish(fact);
    await eventually("both are handled", async () => (await bed.totalOf(payment)) === 2n);
    await before.stop();
    bed.calls.length = 0;

    const after = bed.newGroup();
    await after.start();
    for (const fact of facts) await bed.publish(fact);
    const fresh = completed(payment);
    await bed.publish(fresh);

    await eventually("the new fact is handled", async () => (await handledRows(fresh.id)) === 1);
    expect(bed.calls).toEqual([fresh.id]);
    const [epoch, transaction, position] = fresh.position.split(".").map(BigInt);
    expect(after.position()).toEqual({
      logEpoch: Number(epoch),
      transactionId: transaction,
      position,
    });
  });

  it("go on when the durable, or the stream with it, was deleted and made again", async () => {
    const payment = await bed.openCounter();
    const facts = [completed(payment), completed(payment), completed(payment)];
    const [one, two, three] = facts;
    if (!one || !two || !three) throw new Error("three facts");
    const following = bed.newGroup();
    await following.start();
    await bed.publish(one);
    await eventually("the first", async () => (await bed.totalOf(payment)) === 1n);

    const manager = await bed.manager();
    await manager.consumers.delete(bed.stream, group);
    await eventually("it notices", () => !following.isFollowing());
    await bed.setUp();
    await bed.publish(two);
    await eventually("the second", async () => (await bed.totalOf(payment)) === 2n);

    await manager.streams.delete(bed.stream);
    await eventually("it notices", () => !following.isFollowing());
    await bed.setUp();
    for (const fact of facts) await bed.publish(fact);
    await eventually("the third", async () => (await handledRows(three.id)) === 1);
    expect(await bed.totalOf(payment)).toBe(3n);
  });

  it("tell how far they are behind", async () => {
    const metrics = createMetrics("transactions");
    const payment = await bed.openCounter();
    const release = Promise.withResolvers<void>();
    bed.control.before = () => release.promise;
    await bed.newGroup({ metrics }).start();
    await bed.publish(completed(payment));
    await bed.publish(completed(payment));

    const seriesOf = async (name: string) => {
      const { text } = await metrics.scrape();
      return Number(new RegExp(`^sanu_consumer_${name}\\{[^}]*\\} (\\S+)$`, "m").exec(text)?.[1]);
    };
    try {
      // The first look may come at once, and find both as young as they are then.
      await eventually("lag and age are told", async () => {
        const [lag, ageSeconds] = [await seriesOf("lag"), await seriesOf("oldest_unread_seconds")];
        return lag === 2 && ageSeconds > 1;
      });
    } finally {
      release.resolve();
    }
    await eventually("both are handled", async () => (await bed.totalOf(payment)) === 2n);
    await eventually("both are counted", async () => (await seriesOf("handled_total")) === 2);
    metrics.close();
  });

  it("must fit the facts their group listens to", () => {
    const make = () =>
      createReactionGroup({
        group,
        reactions: [],
        database: bed.database,
        messaging: bed.messaging,
      } as never);

    expect(make).toThrow("transactions-from-payments reacts to PaymentInitiated");
    expect(reactionLimits.attemptsMax).toBe(3);
  });
});
