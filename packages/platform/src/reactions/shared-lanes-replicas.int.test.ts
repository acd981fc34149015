import { newId } from "@sanu/kernel";
import { announcedSeed, eventually, isLongRun, randomFrom } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { PeerUnavailableError } from "./failure.ts";
import { listParked, replayParked } from "./parked-facts.ts";
import {
  completed,
  createReactionBed,
  group,
  type TestMessage,
  type TestPayment,
} from "./reactions.fixture.ts";

const factsMax = isLongRun() ? 600 : 120;

const bed = await createReactionBed();
afterAll(() => bed.close());

interface Crossing {
  readonly of: TestPayment;
  readonly fact: TestMessage;
}

/** Facts of a few payments to a few transactions, each payment with several of them. */
async function publishCrossing(random: () => number): Promise<readonly Crossing[]> {
  const transactions = await Promise.all(Array.from({ length: 8 }, () => bed.openCounter()));
  const payments = transactions.map(() => newId<string>());
  const oneOf = <One>(some: readonly One[]): One => {
    const found = some[Math.floor(random() * some.length)];
    if (found === undefined) throw new Error("some are there");
    return found;
  };
  const crossing: Crossing[] = [];
  for (let count = 0; count < factsMax; count += 1) {
    const of = { ...oneOf(transactions), paymentId: oneOf(payments) };
    const fact = completed(of);
    crossing.push({ of, fact });
    await bed.publish(fact);
  }
  return crossing;
}

/** The facts in the order in which their effects were committed. */
async function handledInOrder(): Promise<readonly string[]> {
  const rows = await bed.database.query<{ id: string }>(
    CompiledQuery.raw("select fact_id as id from handled order by handled_at", []),
  );
  return rows.map(({ id }) => id);
}

describe("replicas that replay parked facts side by side", () => {
  it("keep the order of each payment and each transaction, and end", async () => {
    const random = randomFrom(announcedSeed("these crossings"));
    bed.control.before = () => {
      throw new RangeError("a planted bug");
    };
    await bed.newGroup().start();
    const crossing = await publishCrossing(random);
    const waiting = () => listParked(bed.database, { group });
    await eventually("all are parked", async () => (await waiting()).length === factsMax);
    await bed.stopGroups();

    bed.control.before = () => {
      if (random() < 0.02) throw new PeerUnavailableError("nobody answers");
    };
    await Promise.all(Array.from({ length: 3 }, () => bed.newGroup().start()));
    await replayParked(bed.database, { group });
    await eventually("none is parked", async () => (await waiting()).length === 0);

    const order = await handledInOrder();
    for (const lane of new Set(crossing.flatMap(({ of }) => [of.paymentId, of.transactionId]))) {
      const inLane = crossing.filter(
        ({ of }) => of.paymentId === lane || of.transactionId === lane,
      );
      const ids = inLane.map(({ fact }) => fact.id);
      expect(order.filter((id) => ids.includes(id))).toEqual(ids);
    }
    for (const { transactionId } of new Set(crossing.map(({ of }) => of))) {
      const its = crossing.filter(({ of }) => of.transactionId === transactionId);
      expect(await bed.totalOf({ transactionId, paymentId: "" })).toBe(BigInt(its.length));
    }
    await bed.stopGroups();
  });
});
