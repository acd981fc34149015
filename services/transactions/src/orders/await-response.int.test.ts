import { newId } from "@sanu/kernel";
import { type Database, erasureStatements, freezeResponse, type Statement } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { place } from "../orders.fixture.ts";
import { erasurePlan } from "../personal-data/erasure-plan.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { type AwaitedResponse, awaitResponse, responseLimits } from "./await-response.ts";
import type { OrderDeps } from "./deps.ts";
import { freezeOrderResponse } from "./freeze-order-response.ts";

const patient = { correlationId: "test", causationId: "test", remainingMs: () => 5_000 };
const waiter: AwaitedResponse["waiter"] = {
  place: () => undefined,
  wait: () => Promise.resolve(undefined),
  leave: () => undefined,
};

const running = await startTransactions();
afterAll(() => running.stop());

describe("the end of a wait", () => {
  /** Orders that are not frozen yet are left so by a service that still waits. */
  const unfrozen = async () => {
    const placed = await place(running, {
      idempotency: { key: newId<string>(), bodyHash: "hash" },
    });
    await running.rowsOf("update idempotency_keys set response = null where record_id = $1", [
      placed.transactionId,
    ]);
    return placed;
  };
  /** The parts of the exchange that a wait needs; `before` runs ahead of a statement. */
  const depsWith = (before: (statement: Statement) => Promise<unknown>, linkWaitMs = 2_500) => {
    const announced: string[] = [];
    const query: Database["query"] = async (statement) => {
      await before(statement);
      return running.database.query(statement);
    };
    const deps = {
      database: { ...running.database, query },
      linkWaitMs,
      pageUrlOf: (token: string) => `https://sanu.example/pay/${token}`,
      announce: (transactionId: string) => announced.push(transactionId),
    };
    return { deps: deps as unknown as OrderDeps, announced };
  };

  it("gives everybody the answer of whoever froze it first", async () => {
    const { transactionId } = await unfrozen();
    const { deps } = depsWith(async (statement) => {
      if (!statement.sql.includes("update idempotency_keys")) return;
      await running.database.query(freezeResponse(transactionId, "the other one's answer"));
    });

    const awaited = { transactionId, isCopy: false, waiter };
    expect(await awaitResponse(deps, awaited, patient)).toBe("the other one's answer");
  });

  it("reads nothing where the frozen answer is handed over", async () => {
    const { transactionId } = await unfrozen();
    const asked: string[] = [];
    const { deps } = depsWith(async ({ sql }) => asked.push(sql));
    const answered = { ...waiter, wait: () => Promise.resolve("the frozen answer") };

    const awaited = { transactionId, isCopy: false, isNew: true, waiter: answered };
    expect(await awaitResponse(deps, awaited, patient)).toBe("the frozen answer");
    expect(asked).toEqual([]);
  });

  it("freezes nothing for a person who is erased in this very moment, and leaves nothing to find", async () => {
    for (const erasureIsFirst of [true, false]) {
      const { transactionId, accountId } = await unfrozen();
      const frozen = freezeOrderResponse(transactionId, "where she gets her sats");
      const erase = erasureStatements(erasurePlan, accountId);
      // The one that comes second begins while the first has not committed.
      const [first, second] = erasureIsFirst ? [erase, [frozen]] : [[frozen], erase];
      let meanwhile: Promise<unknown> = Promise.resolve();
      await running.database.transaction(async (session) => {
        for (const statement of first) await session.query(statement);
        meanwhile = running.database.pipelined(second);
        await eventually("the second waits for the first", async () => {
          const waiting = await running.rowsOf(
            `select from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock'`,
          );
          return waiting.length > 0;
        });
      });
      await meanwhile;

      expect(
        await running.rowsOf(
          "select response, key, body_hash from idempotency_keys where record_id = $1",
          [transactionId],
        ),
      ).toEqual([{ response: null, key: transactionId, body_hash: "" }]);
    }
  });

  it("freezes our own page and tells the copies on every replica", async () => {
    const { transactionId, answer } = await unfrozen();
    const { deps, announced } = depsWith(() => Promise.resolve());
    const text = await awaitResponse(deps, { transactionId, isCopy: true, waiter }, patient);

    expect(text).toBe(JSON.stringify(answer));
    expect(announced).toEqual([transactionId]);
  });

  it("leaves a copy without an answer when its own time ends before the wait of the first does", async () => {
    const { transactionId } = await unfrozen();
    const hurried = { ...patient, remainingMs: () => 1_000 + responseLimits.marginMs };
    const { deps, announced } = depsWith(() => Promise.resolve());

    const copy = { transactionId, isCopy: true, waiter };
    expect(await awaitResponse(deps, copy, hurried)).toBeUndefined();
    const long = depsWith(() => Promise.resolve(), 30_000);
    const veryPatient = { ...patient, remainingMs: () => 60_000 };
    expect(await awaitResponse(long.deps, copy, veryPatient)).toBeUndefined();
    expect(announced).toEqual([]);
  });

  it("answers the first request in time for its client, even before the wait ends", async () => {
    const { transactionId, answer } = await unfrozen();
    const waits: number[] = [];
    const { deps } = depsWith(() => Promise.resolve());
    const first = {
      transactionId,
      isCopy: false,
      waiter: {
        ...waiter,
        wait: (timeoutMs: number) => {
          waits.push(timeoutMs);
          return Promise.resolve(undefined);
        },
      },
    };
    const hurried = { ...patient, remainingMs: () => 1_000 };

    expect(await awaitResponse(deps, first, hurried)).toBe(JSON.stringify(answer));
    expect(waits).toEqual([1_000 - responseLimits.marginMs]);
  });
});
