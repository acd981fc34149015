import { newId, plusMs } from "@sanu/kernel";
import { createTestDatabase, eventually, testClock } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { endTimer, scheduleTimer, type Timer } from "./timer.ts";
import { createTimerLoop, timerLimits } from "./timer-loop.ts";

const made = await createTestDatabase("timers", { "0001-initial": createSchema(platformTables) });
const database = openDatabase({ url: made.url, poolMax: 8, applicationName: "test" });

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("timers in the database", () => {
  const clock = testClock();

  beforeEach(async () => {
    await database.query(CompiledQuery.raw("delete from timers"));
  });

  const timerIn = (milliseconds: number, kind = "expiry"): Timer => ({
    timerId: newId(),
    kind,
    subjectId: newId(),
    dueAt: plusMs(clock.now(), milliseconds),
  });

  const loopWith = (handler: (timer: Timer) => Promise<void>, errors: unknown[] = []) =>
    createTimerLoop({
      database,
      clock,
      handlers: { expiry: handler },
      logger: {
        error: ({ error }: { error: unknown }) => errors.push(error),
        warn: () => undefined,
        info: () => undefined,
      },
    });

  it("fires a timer when its moment has come and not before", async () => {
    const timer = timerIn(900_000);
    await database.query(scheduleTimer(timer));
    const fired: Timer[] = [];
    const loop = loopWith(async (due) => {
      fired.push(due);
      await database.query(endTimer(due.timerId));
    });

    expect(await loop.fireDue()).toBe(0);
    clock.advanceMs(900_000);
    expect(await loop.fireDue()).toBe(1);
    expect(await loop.fireDue()).toBe(0);
    expect(fired).toEqual([timer]);
  });

  it("fires each of many timers once, however many replicas poll at the same moment", async () => {
    const timers = Array.from({ length: 40 }, () => timerIn(0));
    await database.pipelined(timers.map(scheduleTimer));
    const fired: string[] = [];
    const replicas = Array.from({ length: 4 }, () =>
      loopWith(async (due) => {
        fired.push(due.timerId);
        await database.query(endTimer(due.timerId));
      }),
    );

    await Promise.all(replicas.map((replica) => replica.fireDue()));
    expect(fired.toSorted()).toEqual(timers.map((timer) => timer.timerId).toSorted());
  });

  it("brings a timer back when the replica that claimed it died", async () => {
    const timer = timerIn(0);
    await database.query(scheduleTimer(timer));
    expect(await loopWith(async () => undefined).fireDue()).toBe(1);
    const fired: string[] = [];
    const survivor = loopWith(async (due) => {
      fired.push(due.timerId);
    });

    expect(await survivor.fireDue()).toBe(0);
    clock.advanceMs(timerLimits.claimMs + 1);
    expect(await survivor.fireDue()).toBe(1);
    expect(fired).toEqual([timer.timerId]);
  });

  it("reports a handler that failed and keeps its timer", async () => {
    await database.query(scheduleTimer(timerIn(0)));
    const errors: unknown[] = [];
    const loop = loopWith(() => Promise.reject(new Error("no connection")), errors);

    await loop.fireDue();
    expect(errors).toEqual([new Error("no connection")]);
    expect(await database.query(CompiledQuery.raw("select 1 from timers"))).toHaveLength(1);
  });

  it("fires by itself from its start to its stop, more timers than one batch holds too", async () => {
    const timers = Array.from({ length: timerLimits.batchMax + 1 }, () => timerIn(0));
    await database.pipelined(timers.map(scheduleTimer));
    const fired: string[] = [];
    const loop = loopWith(async (due) => {
      fired.push(due.timerId);
      await database.query(endTimer(due.timerId));
    });
    loop.start();
    await eventually("all are fired", () => fired.length === timers.length);
    await loop.stop();

    await database.query(scheduleTimer(timerIn(0)));
    await new Promise((resolve) => setTimeout(resolve, timerLimits.pollMs * 1.5));
    expect(fired).toHaveLength(timers.length);
  });

  it("looks again at the moment of the next timer of its kinds, and no closer than usual", async () => {
    const { look } = loopWith(
      async ({ timerId }) => void (await database.query(endTimer(timerId))),
    );
    await database.query(scheduleTimer(timerIn(700, "from-the-future")));
    expect(await look()).toBe("idle");

    await database.pipelined([timerIn(4_000), timerIn(900)].map(scheduleTimer));
    expect(await look()).toEqual({ dueInMs: 900 });
    clock.advanceMs(880);
    expect(await look()).toEqual({ dueInMs: timerLimits.pollMs });
    clock.advanceMs(20);
    expect(await look()).toBe("at-once");
    expect(await look()).toEqual({ dueInMs: 3_100 });
  });

  it("keeps one timer when the same one is set twice", async () => {
    const timer = timerIn(0);
    await database.pipelined([scheduleTimer(timer), scheduleTimer(timer)]);
    expect(await database.query(CompiledQuery.raw("select 1 from timers"))).toHaveLength(1);
  });

  it("leaves a kind that this release does not know to the replicas that know it", async () => {
    await database.query(scheduleTimer(timerIn(0, "from-the-future")));
    expect(await loopWith(async () => undefined).fireDue()).toBe(0);
  });
});
