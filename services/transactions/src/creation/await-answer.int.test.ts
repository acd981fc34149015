import { newId } from "@sanu/kernel";
import { type Database, freezeAnswer, type Statement } from "@sanu/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { place, type RunningTransactions, startTransactions } from "../transactions.fixture.ts";
import { type AwaitedAnswer, answerLimits, awaitAnswer } from "./await-answer.ts";
import type { House } from "./house.ts";

const patient = { correlationId: "test", causationId: "test", remainingMs: () => 5_000 };
const waiter: AwaitedAnswer["waiter"] = {
  wait: () => Promise.resolve(),
  leave: () => undefined,
};

describe("the end of a wait", () => {
  let running: RunningTransactions;
  /** Orders that are not frozen yet are left so by a service that still waits. */
  const unfrozen = async () => {
    const placed = await place(running, {
      idempotency: { key: newId<string>(), bodyHash: "hash" },
    });
    await running.rowsOf("update idempotency_keys set answer = null where record_id = $1", [
      placed.transactionId,
    ]);
    return placed;
  };
  /** The parts of the house that a wait needs; `before` runs ahead of a statement. */
  const houseWith = (before: (statement: Statement) => Promise<unknown>, linkWaitMs = 2_500) => {
    const announced: string[] = [];
    const query: Database["query"] = async (statement) => {
      await before(statement);
      return running.database.query(statement);
    };
    const house = {
      database: { ...running.database, query },
      linkWaitMs,
      pageUrlOf: (token: string) => `https://sanu.example/pay/${token}`,
      announce: (transactionId: string) => announced.push(transactionId),
    };
    return { house: house as unknown as House, announced };
  };

  beforeAll(async () => {
    running = await startTransactions();
  });

  afterAll(() => running.stop());

  it("gives everybody the answer of whoever froze it first", async () => {
    const { transactionId } = await unfrozen();
    const { house } = houseWith(async (statement) => {
      if (!statement.sql.startsWith("update idempotency_keys")) return;
      await running.database.query(freezeAnswer(transactionId, "the other one's answer"));
    });

    const awaited = { transactionId, isCopy: false, waiter };
    expect(await awaitAnswer(house, awaited, patient)).toBe("the other one's answer");
  });

  it("freezes our own page and tells the copies on every replica", async () => {
    const { transactionId, answer } = await unfrozen();
    const { house, announced } = houseWith(() => Promise.resolve());
    const text = await awaitAnswer(house, { transactionId, isCopy: true, waiter }, patient);

    expect(text).toBe(JSON.stringify(answer));
    expect(announced).toEqual([transactionId]);
  });

  it("leaves a copy without an answer when its own time ends before the wait of the first does", async () => {
    const { transactionId } = await unfrozen();
    const hurried = { ...patient, remainingMs: () => 1_000 + answerLimits.marginMs };
    const { house, announced } = houseWith(() => Promise.resolve());

    const copy = { transactionId, isCopy: true, waiter };
    expect(await awaitAnswer(house, copy, hurried)).toBeUndefined();
    const long = houseWith(() => Promise.resolve(), 30_000);
    const veryPatient = { ...patient, remainingMs: () => 60_000 };
    expect(await awaitAnswer(long.house, copy, veryPatient)).toBeUndefined();
    expect(announced).toEqual([]);
  });

  it("answers the first request in time for its asker, even before the wait ends", async () => {
    const { transactionId, answer } = await unfrozen();
    const waits: number[] = [];
    const { house } = houseWith(() => Promise.resolve());
    const first = {
      transactionId,
      isCopy: false,
      waiter: {
        ...waiter,
        wait: (timeoutMs: number) => {
          waits.push(timeoutMs);
          return Promise.resolve();
        },
      },
    };
    const hurried = { ...patient, remainingMs: () => 1_000 };

    expect(await awaitAnswer(house, first, hurried)).toBe(JSON.stringify(answer));
    expect(waits).toEqual([1_000 - answerLimits.marginMs]);
  });
});
