import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listParked, replayParked } from "./parked-facts.ts";
import type { Reaction } from "./reaction.ts";
import {
  completed,
  createReactionBed,
  group,
  type ReactionBed,
  type TestMessage,
} from "./reactions.fixture.ts";

// What one test leaves handled by nobody, the next test's groups would look up.
let bed: ReactionBed;
beforeEach(async () => {
  bed = await createReactionBed();
});
afterEach(() => bed.close());

const unknownType = "sanu.payments.PaymentCompleted.v99";

const run = (text: string, values: readonly unknown[] = []) =>
  bed.database.query(CompiledQuery.raw(text, [...values]));
const parked = () => listParked(bed.database, { group });
const parkedIds = async () => (await parked()).map(({ factId }) => factId);
const idsOf = (facts: readonly TestMessage[]) => facts.map(({ id }) => id);
const isHandled = async ({ id }: TestMessage) =>
  (await bed.rows(`select from handled where fact_id = '${id}'`)) === 1;
const replay = (aggregateId?: string) =>
  replayParked(bed.database, { group, ...(aggregateId !== undefined && { aggregateId }) });

/** Nothing is handled from now on. */
function breakHandling(): void {
  bed.control.before = () => {
    throw new RangeError("a planted bug");
  };
}

function mendHandling(): void {
  bed.calls.length = 0;
  bed.control.before = () => undefined;
}

/** Published one after another, so that each is parked behind what came before it. */
async function publishAndPark(facts: readonly TestMessage[]): Promise<void> {
  for (const fact of facts) {
    await bed.publish(fact);
    await eventually("it is parked", async () => (await parkedIds()).includes(fact.id));
  }
}

/** Of the release that knows the version. */
const nextRelease = (): readonly Reaction[] =>
  bed.reactions().map((reaction) => ({
    ...reaction,
    read: (type, body) => reaction.read(type.replace(/v99$/, "v1"), body),
  }));

async function untilNoneIsParked(): Promise<void> {
  await eventually("none is parked", async () => (await parked()).length === 0);
}

/** One payment of which the second fact cannot be read yet, and the others not be handled. */
async function parkThree() {
  const payment = await bed.openCounter();
  const facts = [completed(payment), completed(payment, { type: unknownType }), completed(payment)];
  breakHandling();
  await bed.newGroup().start();
  await publishAndPark(facts);
  mendHandling();
  return { payment, facts };
}

describe("parked facts of one payment", () => {
  it("wait for one between them that nobody can read, where only the first of them is replayed", async () => {
    const { payment, facts } = await parkThree();
    await replay(payment.transactionId);

    const [first, ...others] = facts;
    await eventually("the first is handled", () => first && isHandled(first));
    await eventually("the second is tried", async () => (await parked())[0]?.attempts === 2);
    expect(await parkedIds()).toEqual(idsOf(others));
    expect(bed.calls).toEqual([first?.id]);
    await bed.stopGroups();

    await bed.newGroup({ reactions: nextRelease() }).start();
    await replay(payment.paymentId);
    await untilNoneIsParked();
    expect(bed.calls).toEqual(idsOf(others));
    expect(await bed.totalOf(payment)).toBe(3n);
  });

  it("do not overtake the first, which still waits, once the second can be read", async () => {
    const { payment, facts } = await parkThree();
    await bed.stopGroups();
    const [first] = facts;
    await run("update parked_facts set due_at = now() where fact_id <> $1", [first?.id]);

    await bed.newGroup({ reactions: nextRelease() }).start();
    await bed.publish(completed(await bed.openCounter()));
    await eventually("others are handled", () => bed.calls.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await parkedIds()).toEqual(idsOf(facts));

    bed.calls.length = 0;
    await replay(payment.transactionId);
    await untilNoneIsParked();
    expect(bed.calls).toEqual(idsOf(facts));
  });

  it("wait for each other where they go to two transactions, and are replayed by either", async () => {
    const [one, other] = await Promise.all([bed.openCounter(), bed.openCounter()]);
    const moved = { ...other, paymentId: one.paymentId };
    const [first, second, third] = [completed(one), completed(moved), completed(other)];
    breakHandling();
    await bed.newGroup().start();
    await publishAndPark([first]);
    mendHandling();

    // Another replica, which has not parked it itself.
    await bed.stopGroups();
    await bed.newGroup().start();
    await publishAndPark([second, third]);
    bed.calls.length = 0;
    expect((await parked()).map(({ cause }) => cause)).toEqual([
      "deterministic",
      "behind",
      "behind",
    ]);
    expect(await replay(newId())).toBe(0);
    expect(await replay(one.paymentId)).toBe(2);
    await untilNoneIsParked();
    expect(bed.calls).toEqual(idsOf([first, second, third]));
    const next = completed(moved);
    await bed.publish(next);
    await eventually("the next is not parked", () => isHandled(next));
  });
});

describe("a parked fact", () => {
  it("is shown with both of its aggregates, oldest first, and released through each of them", async () => {
    const { payment, facts } = await parkThree();
    const { paymentId, transactionId } = payment;

    const shown = (await parked()).map(({ factId, lanes }) => [factId, lanes.toSorted()]);
    const both = [paymentId, transactionId].toSorted();
    expect(shown).toEqual(
      [both, [paymentId], both].map((lanes, index) => [facts[index]?.id, lanes]),
    );
    await bed.stopGroups();
    expect(await replay(transactionId)).toBe(2);
    expect(await replay(paymentId)).toBe(3);
  });

  it("that comes again while it waits is parked once, and has one effect", async () => {
    const { payment, facts } = await parkThree();
    for (const fact of facts) await bed.publish(fact);
    await eventually("all are acknowledged", async () => {
      const { consumers } = await bed.manager();
      const { num_pending, num_ack_pending } = await consumers.info(bed.stream, group);
      return num_pending + num_ack_pending === 0;
    });
    expect(await parkedIds()).toEqual(idsOf(facts));

    await bed.stopGroups();
    await bed.newGroup({ reactions: nextRelease() }).start();
    await replay();
    await untilNoneIsParked();
    expect(await bed.totalOf(payment)).toBe(3n);
  });

  it("waits for an older one that is parked while it is being replayed", async () => {
    const payment = await bed.openCounter();
    const [older, newer] = [completed(payment), completed(payment)];
    breakHandling();
    await bed.newGroup().start();
    await publishAndPark([newer]);
    const release = Promise.withResolvers<void>();
    bed.calls.length = 0;
    bed.control.before = () => release.promise;
    await replay();
    await eventually("its replay is under way", () => bed.calls.length === 1);
    await publishAndPark([older]);
    release.resolve();

    await eventually("it waits", async () => (await parked())[1]?.cause === "behind");
    expect(await isHandled(newer)).toBe(false);
    await replay();
    await untilNoneIsParked();
    expect(bed.calls).toEqual(idsOf([newer, older, newer]));
    expect(await bed.totalOf(payment)).toBe(2n);
  });

  it("that nobody could read waits, once somebody can, for an older one of its transaction", async () => {
    const payment = await bed.openCounter();
    const refunded = { ...payment, paymentId: newId<string>() };
    const [older, newer] = [completed(payment), completed(refunded, { type: unknownType })];
    breakHandling();
    await bed.newGroup().start();
    await publishAndPark([older, newer]);
    await bed.stopGroups();

    await bed.newGroup({ reactions: nextRelease() }).start();
    await replay(refunded.paymentId);
    await eventually("it waits", async () => (await parked())[1]?.cause === "behind");
    const lanes = [payment.transactionId, refunded.paymentId];
    expect((await parked())[1]).toMatchObject({ aggregateId: payment.transactionId, lanes });
    bed.calls.length = 0;
    await replay(payment.paymentId);
    await untilNoneIsParked();
    expect(bed.calls).toEqual(idsOf([older, newer]));
  });
});
