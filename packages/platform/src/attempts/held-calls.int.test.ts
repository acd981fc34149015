import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import type { Attempt } from "./attempt.ts";
import {
  attemptSchema,
  insertNewAttempt,
  type NewOrder,
  type Said,
  simpleWorker,
} from "./attempts.fixture.ts";
import type { AttemptsWorker } from "./attempts-worker.ts";
import { executorLimits } from "./limits.ts";
import { findAttempt } from "./read-attempts.ts";
import type { AttemptsWorkerOptions } from "./worker-options.ts";

let calls: string[] = [];
let errors: unknown[] = [];
let lost: string[] = [];
const workers: AttemptsWorker[] = [];

const made = await createTestDatabase("held_calls", {
  "0001-initial": createSchema(attemptSchema),
});
const database = openDatabase({ url: made.url, poolMax: 8, applicationName: "test" });

beforeEach(async () => {
  await database.query(CompiledQuery.raw("delete from attempts"));
  calls = [];
  errors = [];
  lost = [];
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  expect(errors).toEqual([]);
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

/** A worker that does something between the mark and the call, as far as it may call at all. */
function workerThat(
  before: (attempt: Attempt) => Promise<void> | void,
  options: Partial<AttemptsWorkerOptions<Said>> = {},
): AttemptsWorker {
  const worker = simpleWorker(database, {
    async perform(attempt, step, beforeCall) {
      await before(attempt);
      beforeCall();
      calls.push(`${step} ${attempt.attemptId}`);
      return "paid";
    },
    onLost: ({ attemptId }) => lost.push(attemptId),
    onError: (error) => errors.push(error),
    ...options,
  });
  workers.push(worker);
  return worker;
}

const insert = (order?: NewOrder) => insertNewAttempt(database, order);

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe("a cancellation that was cut off before it left", () => {
  it("leaves the call before it as it was, because that may have arrived", async () => {
    const { attemptId } = await insert({ kind: "collection" });
    const wasCalled = `update attempts set called_at = now(), calls = 1, state = 'unknown',
      cancel_requested = true, next_at = now()`;
    await database.query(CompiledQuery.raw(wasCalled));
    await workerThat(() => wait(600), { times: { leaseMs: 1_000 } }).runDue();

    expect(calls).toEqual([]);
    const left = await findAttempt(database, attemptId);
    expect(left).toMatchObject({ state: "unknown", calls: 1, calledAt: expect.any(String) });
    await workerThat(() => undefined).runDue();
    expect(calls).toEqual([`cancel ${attemptId}`]);
  });
});

describe("a preparation whose process stood still", () => {
  it("is left to others, who have put aside for it what that one would free", async () => {
    const { attemptId } = await insert({ kind: "send" });
    const prepared: string[] = [];
    const workerOf = (name: string, standsStillMs: number) =>
      workerThat(() => undefined, {
        async prepare({ attemptId: naturalKey }, beforeCall) {
          await wait(standsStillMs);
          beforeCall();
          prepared.push(name);
          return { kind: "prepared", naturalKey, payload: "signed" };
        },
        times: { leaseMs: 1_000 },
      });
    await workerOf("slow", 600).runDue();
    expect([prepared, calls]).toEqual([[], []]);
    await workerOf("other", 0).runDue();
    expect(prepared).toEqual(["other"]);
    expect(calls).toEqual([`call ${attemptId}`]);
  });
});

describe("a call that was written down and not made", () => {
  for (const kind of ["collection", "send"] as const) {
    it(`because the process stood still is left to others, who call (${kind})`, async () => {
      const { attemptId } = await insert({ kind });
      await workerThat(() => wait(600), { times: { leaseMs: 1_000 } }).runDue();
      expect(calls).toEqual([]);
      expect(await findAttempt(database, attemptId)).toMatchObject({ calledAt: null, calls: 0 });

      await workerThat(() => undefined).runDue();
      expect(calls).toEqual([`call ${attemptId}`]);
    });
  }

  it("because the service was closed meanwhile is made by one that is open", async () => {
    const { attemptId } = await insert();
    const gate = createGate();
    await workerThat(() => gate.close("the stream is ahead of the log"), { gate }).runDue();
    expect(calls).toEqual([]);

    await workerThat(() => undefined).runDue();
    expect(calls).toEqual([`call ${attemptId}`]);
  });

  it("takes nothing from the one who holds the attempt by now", async () => {
    const { attemptId } = await insert();
    const others = workerThat(() => undefined);
    const slow = workerThat(
      async () => {
        await database.query(CompiledQuery.raw("update attempts set lease_until = now()"));
        await others.runDue();
        await wait(600);
      },
      { times: { leaseMs: 1_000 } },
    );
    await slow.runDue();
    expect(calls).toEqual([`check-status ${attemptId}`]);
    expect(lost).toEqual([attemptId]);
    expect(await findAttempt(database, attemptId)).toMatchObject({ state: "settled", calls: 1 });
  });

  it("because its process leaves while it claims goes to another at once, as due as it was", async () => {
    const { attemptId } = await insert();
    const leaving = workerThat(() => undefined);
    leaving.start();
    leaving.drain();
    await leaving.stop();
    expect(calls).toEqual([]);
    await workerThat(() => undefined).runDue();
    expect(calls).toEqual([`call ${attemptId}`]);
  });

  it("because its process stopped first is called by another, not asked about", async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const stopping = workerThat(() => mayGoOn, { times: { pollMs: 60_000 } });
    stopping.start();
    const orders = Array.from({ length: executorLimits.concurrencyMax + 1 }, () =>
      insert({ leasedBy: stopping.owner }),
    );
    const attempts = await Promise.all(orders);
    for (const attempt of attempts) stopping.runNow(attempt);
    const last = attempts.at(-1)?.attemptId ?? "";
    const stopped = stopping.stop();
    goOn();
    await stopped;

    await eventually("the last one is free", async () => {
      return (await findAttempt(database, last))?.calledAt === null;
    });
    await workerThat(() => undefined).runDue();
    expect(calls).toHaveLength(attempts.length);
    expect(calls.at(-1)).toBe(`call ${last}`);
  });
});
