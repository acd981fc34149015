import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TooLateError } from "../lifecycle/within.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createLoop, type LoopOptions } from "./create-loop.ts";
import type { NextRun } from "./next-run.ts";

const idleMs = 100;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loop whose runs end as the list says, one after the other; then they find nothing. */
function loopOf(results: readonly (NextRun | Error)[], options: Partial<LoopOptions> = {}) {
  const startedAt = Date.now();
  const ranAt: number[] = [];
  const loop = createLoop({
    name: "test",
    idleMs,
    work: async (): Promise<NextRun> => {
      const result = results[ranAt.length] ?? "idle";
      ranAt.push(Date.now() - startedAt);
      if (result instanceof Error) throw result;
      return result;
    },
    ...options,
  });
  return { loop, ranAt };
}

/** A loop whose runs last until they are ended by hand. */
function slowLoop(options: Partial<LoopOptions> = {}) {
  const ends: ((next: NextRun) => void)[] = [];
  let underWay = 0;
  let underWayMost = 0;
  const loop = createLoop({
    name: "slow",
    idleMs,
    work: async () => {
      underWay += 1;
      underWayMost = Math.max(underWayMost, underWay);
      const { promise, resolve } = Promise.withResolvers<NextRun>();
      ends.push(resolve);
      const next = await promise;
      underWay -= 1;
      return next;
    },
    ...options,
  });
  return {
    loop,
    runs: () => ends.length,
    underWayMost: () => underWayMost,
    end: async (next: NextRun = "idle") => {
      ends.at(-1)?.(next);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const fault = new Error("the database is away");

describe("a loop", () => {
  it("runs at its start, and again after every idle pause", async () => {
    const { loop, ranAt } = loopOf([]);
    loop.start();
    await vi.advanceTimersByTimeAsync(2 * idleMs);

    expect(ranAt).toEqual([0, 100, 200]);
  });

  it("waits for the idle pause before its first run where it is told to", async () => {
    const { loop, ranAt } = loopOf([], { firstRun: "after-pause" });
    loop.start();
    await vi.advanceTimersByTimeAsync(idleMs);

    expect(ranAt).toEqual([100]);
  });

  it("works until there is nothing more to do, and sleeps then", async () => {
    const { loop, ranAt } = loopOf(["at-once", "at-once", "idle"]);
    loop.start();
    await vi.advanceTimersByTimeAsync(idleMs - 1);

    expect(ranAt).toEqual([0, 0, 0]);
  });

  it("begins only once, however often it is started", async () => {
    const { loop, ranAt } = loopOf([]);
    loop.start();
    loop.start();
    await vi.advanceTimersByTimeAsync(idleMs);

    expect(ranAt).toEqual([0, 100]);
  });

  it("runs before the idle pause is over when something falls due earlier, never later", async () => {
    const { loop, ranAt } = loopOf([{ dueInMs: 30 }, { dueInMs: 5_000 }]);
    loop.start();
    await vi.advanceTimersByTimeAsync(30 + idleMs);

    expect(ranAt).toEqual([0, 30, 130]);
  });

  it("runs at once when it is woken while it sleeps, and counts the idle pause anew", async () => {
    const { loop, ranAt } = loopOf([]);
    loop.start();
    await vi.advanceTimersByTimeAsync(40);
    loop.wake();
    await vi.advanceTimersByTimeAsync(idleMs);

    expect(ranAt).toEqual([0, 40, 140]);
  });

  it("runs only when woken where it has no idle pause", async () => {
    const { loop, ranAt } = loopOf([], { idleMs: Infinity });
    loop.start();
    await vi.advanceTimersByTimeAsync(86_400_000);
    loop.wake();
    await vi.advanceTimersByTimeAsync(86_400_000);

    expect(ranAt).toEqual([0, 86_400_000]);
  });

  it("runs once more, and not three times, when it is woken three times during a run", async () => {
    const { loop, runs, end } = slowLoop();
    loop.start();
    for (let times = 0; times < 3; times += 1) loop.wake();
    await end();
    expect(runs()).toBe(2);

    await end();
    expect(runs()).toBe(2);
  });

  it("never runs twice at the same time", async () => {
    const { loop, runs, underWayMost, end } = slowLoop();
    loop.start();
    loop.wake();
    await vi.advanceTimersByTimeAsync(5 * idleMs);
    loop.wake();
    await end("at-once");
    await end();

    expect(runs()).toBe(2);
    expect(underWayMost()).toBe(1);
  });

  it("does not run inside itself when its work wakes it", async () => {
    let runs = 0;
    const loop = createLoop({
      name: "self",
      idleMs,
      work: () => {
        runs += 1;
        if (runs < 3) loop.wake();
        return Promise.resolve();
      },
    });
    loop.start();
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(0);

    expect(runs).toBe(3);
  });

  it("keeps a pause that no wake-up ends, and makes up for the wake-up behind it", async () => {
    const { loop, ranAt } = loopOf([{ notBeforeMs: 500 }]);
    loop.start();
    await vi.advanceTimersByTimeAsync(10);
    loop.wake();
    await vi.advanceTimersByTimeAsync(490);

    expect(ranAt).toEqual([0, 500]);
  });

  it("keeps that pause also when it is woken during the run before it", async () => {
    const { loop, runs, end } = slowLoop();
    loop.start();
    loop.wake();
    await end({ notBeforeMs: 500 });
    await vi.advanceTimersByTimeAsync(499);
    expect(runs()).toBe(1);

    await vi.advanceTimersByTimeAsync(1);
    expect(runs()).toBe(2);
  });

  it("says when it is idle", async () => {
    const { loop, end } = slowLoop();
    loop.start();
    let isIdle = false;
    void loop.whenIdle().then(() => {
      isIdle = true;
    });
    await end("at-once");
    expect(isIdle).toBe(false);

    await end();
    expect(isIdle).toBe(true);
  });
});

describe("a loop that fails", () => {
  it("backs off further with every failure, and not beyond the cap", async () => {
    const { loop, ranAt } = loopOf(Array.from({ length: 7 }, () => fault));
    loop.start();
    await vi.advanceTimersByTimeAsync(4_500);

    expect(ranAt).toEqual([0, 100, 300, 700, 1_500, 2_500, 3_500, 4_500]);
  });

  it("backs off no further than it is told to", async () => {
    const { loop, ranAt } = loopOf([fault, fault, fault], { backOffMaxMs: 150 });
    loop.start();
    await vi.advanceTimersByTimeAsync(400);

    expect(ranAt).toEqual([0, 100, 250, 400]);
  });

  it.each([3_600_000, Infinity])(
    "is tried again within a minute, though it sleeps for %d ms otherwise",
    async (sleepMs) => {
      const { loop, ranAt } = loopOf(
        Array.from({ length: 20 }, () => fault),
        { idleMs: sleepMs },
      );
      loop.start();
      await vi.advanceTimersByTimeAsync(600_000);

      expect((ranAt.at(-1) ?? 0) - (ranAt.at(-2) ?? 0)).toBe(60_000);
    },
  );

  it("comes to its old pace with the first success", async () => {
    const { loop, ranAt } = loopOf([fault, fault, "idle", fault]);
    loop.start();
    await vi.advanceTimersByTimeAsync(500);

    expect(ranAt).toEqual([0, 100, 300, 400, 500]);
  });

  it("tries again sooner than its idle pause when that is long", async () => {
    const { loop, ranAt } = loopOf([fault, fault], { idleMs: 60_000 });
    loop.start();
    await vi.advanceTimersByTimeAsync(63_000);

    expect(ranAt).toEqual([0, 1_000, 3_000, 63_000]);
  });

  it("tries again also where it runs only when woken", async () => {
    const { loop, ranAt } = loopOf([fault], { idleMs: Infinity });
    loop.start();
    await vi.advanceTimersByTimeAsync(86_400_000);

    expect(ranAt).toEqual([0, 1_000]);
  });

  it("is not hurried by wake-ups", async () => {
    const { loop, ranAt } = loopOf([fault]);
    loop.start();
    await vi.advanceTimersByTimeAsync(10);
    loop.wake();
    loop.wake();
    await vi.advanceTimersByTimeAsync(90);

    expect(ranAt).toEqual([0, 100]);
  });

  it("survives work that throws before it waits for anything", async () => {
    let runs = 0;
    const loop = createLoop({
      name: "throws",
      idleMs,
      work: () => {
        runs += 1;
        throw fault;
      },
    });
    loop.start();
    await vi.advanceTimersByTimeAsync(idleMs);

    expect(runs).toBe(2);
  });

  it("logs the first failure in a row, then ever fewer, and that it works again", async () => {
    const lines: unknown[] = [];
    const logger = {
      warn: ({ failures }: { failures: number }) => lines.push(failures),
      info: ({ failures }: { failures: number }) => lines.push(`well after ${failures}`),
    };
    const results = [...Array.from({ length: 9 }, () => fault), "idle", fault] as const;
    const { loop } = loopOf(results, { logger });
    loop.start();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(lines).toEqual([1, 2, 4, 8, "well after 9", 1, "well after 1"]);
  });

  it("logs a failure that has another reason than the one before", async () => {
    const reasons: unknown[] = [];
    const logger = {
      warn: ({ error }: { error: Error }) => reasons.push(error.message),
      info: () => undefined,
    };
    const other = new Error("the disk is full");
    const { loop } = loopOf([fault, fault, other, other, other, fault], { logger });
    loop.start();
    await vi.advanceTimersByTimeAsync(60_000);

    const [away, full] = [fault.message, other.message];
    expect(reasons).toEqual([away, away, full, full, away]);
  });

  it("is counted by its name", async () => {
    vi.setSystemTime(1_000_000);
    const metrics = createMetrics("payments");
    const { loop } = loopOf([fault, "idle"], { metrics });
    loop.start();
    await vi.advanceTimersByTimeAsync(150);
    const { text } = await metrics.scrape();
    metrics.close();

    const labels = 'loop="test",service="payments"';
    expect(text).toContain(`sanu_loop_runs_total{${labels}} 2`);
    expect(text).toContain(`sanu_loop_failures_total{${labels}} 1`);
    expect(text).toContain(`sanu_loop_last_success_timestamp_seconds{${labels}} 1000.1`);
  });

  it("is measured by the time that its runs take", async () => {
    const metrics = createMetrics("payments");
    const { loop, end } = slowLoop({ metrics });
    loop.start();
    await vi.advanceTimersByTimeAsync(2_500);
    await end();
    const { text } = await metrics.scrape();
    metrics.close();

    expect(text).toContain('sanu_loop_busy_seconds_total{loop="slow",service="payments"} 2.5');
  });
});

describe("a loop in a quiet time", () => {
  const quiet = { idleMs, quietIdleMs: 1_000 };

  it("looks ever more rarely, down to a bound", async () => {
    const { loop, ranAt } = loopOf([], quiet);
    loop.start();
    await vi.advanceTimersByTimeAsync(60_000);

    const pauses = ranAt.slice(1).map((at, index) => at - (ranAt[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([100, 100, 100, 100, 100]);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(pauses.at(-1)).toBe(1_000);
    expect(ranAt.length).toBeLessThan(90);
  });

  it("never lets wait for longer than a quarter of the silence before", async () => {
    const { loop, ranAt } = loopOf([], { idleMs: 1, quietIdleMs: 1_000_000 });
    loop.start();
    await vi.advanceTimersByTimeAsync(100_000);

    for (const [index, at] of ranAt.entries()) {
      const next = ranAt[index + 1] ?? at;
      expect(next - at).toBeLessThanOrEqual(Math.max(1, Math.ceil(at / 4)));
    }
  });

  it.each(["wake", "expectWork"] as const)("looks often again after %s", async (call) => {
    const { loop, ranAt } = loopOf([], quiet);
    loop.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const before = ranAt.length;
    loop[call]();
    await vi.advanceTimersByTimeAsync(500);

    expect(ranAt.length - before).toBeGreaterThanOrEqual(5);
  });

  it("begins no run at once only because something is expected", async () => {
    const { loop, ranAt } = loopOf([], quiet);
    loop.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const before = ranAt.length;
    for (let times = 0; times < 3; times += 1) loop.expectWork();
    expect(ranAt).toHaveLength(before);

    await vi.advanceTimersByTimeAsync(idleMs);
    expect(ranAt).toHaveLength(before + 1);
  });

  it("looks often again after it found something, and after it failed", async () => {
    for (const found of ["at-once", fault] as const) {
      const results = [...Array.from({ length: 60 }, () => "idle" as const), found];
      const { loop, ranAt } = loopOf(results, quiet);
      loop.start();
      await vi.advanceTimersByTimeAsync(60_000);
      const [at = 0, next = 0] = ranAt.slice(62, 64);

      expect(next - at).toBe(idleMs);
      await loop.stop();
    }
  });

  it("sleeps on when something is expected after it was stopped, or while a failure makes it wait", async () => {
    const { loop, ranAt } = loopOf([{ notBeforeMs: 5_000 }], quiet);
    loop.start();
    await vi.advanceTimersByTimeAsync(10);
    loop.expectWork();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ranAt).toEqual([0]);

    await loop.stop();
    loop.expectWork();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ranAt).toEqual([0]);
  });
});

describe("a loop that is stopped", () => {
  it("begins no run any more, woken or not", async () => {
    const { loop, ranAt } = loopOf([]);
    loop.start();
    await vi.advanceTimersByTimeAsync(10);
    await loop.stop();
    loop.wake();
    await vi.advanceTimersByTimeAsync(10 * idleMs);

    expect(ranAt).toEqual([0]);
  });

  it("waits for the run under way, and does not run again although it was woken", async () => {
    const { loop, runs, end } = slowLoop();
    loop.start();
    loop.wake();
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(isStopped).toBe(false);

    await end("at-once");
    await stopped;
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(runs()).toBe(1);
  });

  it("does not wait for a run that never ends", async () => {
    const { loop } = slowLoop({ stopWithinMs: 50 });
    loop.start();
    const stopped = loop.stop().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(50);

    expect(await stopped).toBeInstanceOf(TooLateError);
  });

  it("does not wait for the end of a back-off", async () => {
    const { loop, ranAt } = loopOf([fault]);
    loop.start();
    await vi.advanceTimersByTimeAsync(10);
    await loop.stop();
    await vi.advanceTimersByTimeAsync(10 * idleMs);

    expect(ranAt).toEqual([0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has nothing to wait for when it was never started", async () => {
    const { loop, ranAt } = loopOf([]);
    loop.wake();
    await loop.stop();

    expect(ranAt).toEqual([]);
  });
});
