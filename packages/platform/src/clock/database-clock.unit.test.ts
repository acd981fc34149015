import { epochMsOf } from "@sanu/kernel";
import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../logger/create-logger.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import {
  ClockUncertainError,
  createDatabaseClock,
  type DatabaseClock,
  measuredClock,
} from "./database-clock.ts";
import { clockLimits } from "./limits.ts";

const databaseStartMs = Date.UTC(2026, 10, 22, 12);

/** A database, and a machine whose own clock differs from it. */
function machine(differenceMs: number) {
  const at = { passedMs: 0, pausedMs: 0, leapMs: 0, answersAfterMs: 4 };
  const metrics = createMetrics("payments");
  const clock = createDatabaseClock({
    database: {
      query: async <Row>() => {
        at.passedMs += at.answersAfterMs / 2;
        const now = databaseStartMs + at.passedMs + at.pausedMs;
        at.passedMs += at.answersAfterMs / 2;
        return [{ now }] as Row[];
      },
    },
    logger: createLogger({ service: "payments", level: "silent" }),
    metrics,
    clocks: {
      wallMs: () => databaseStartMs + differenceMs + at.passedMs + at.pausedMs + at.leapMs,
      monotonicMs: () => 70 + at.passedMs,
      steadyMs: () => 70 + at.passedMs + at.pausedMs + at.leapMs,
    },
  });
  return { at, clock, metrics, trueMs: () => databaseStartMs + at.passedMs + at.pausedMs };
}

describe("the clock of a service", () => {
  let clock: DatabaseClock | undefined;
  afterEach(() => clock?.stop());

  it.each([0, 900_000, -900_000])(
    "says the database's moment on a machine that is %i ms off, and by how much it is",
    async (differenceMs) => {
      const { at, metrics, trueMs, ...made } = machine(differenceMs);
      clock = made.clock;
      await clock.start();
      at.passedMs += 3_600_000;

      expect(epochMsOf(clock.now())).toBe(trueMs());
      expect(clock.skewMs()).toBe(differenceMs);
      expect((await metrics.scrape()).text).toContain(
        `sanu_clock_skew_seconds{service="payments"} ${differenceMs / 1_000}`,
      );
      metrics.close();
    },
  );

  it("says nothing after the machine was paused, until the database has said the moment", async () => {
    const { at, trueMs, metrics, ...made } = machine(0);
    const { clock: own } = made;
    clock = own;
    await own.start();
    at.pausedMs += 60_000;

    expect(() => own.now()).toThrow(ClockUncertainError);
    expect(own.trouble()).toContain("paused");
    await own.start();
    // The loop that was woken measures at the same moment.
    expect(Math.abs(epochMsOf(own.now()) - trueMs())).toBeLessThanOrEqual(2 * at.answersAfterMs);
    expect(own.trouble()).toBeUndefined();
    metrics.close();
  });

  it("has those look who wait for a moment when it has leapt on, and not otherwise", async () => {
    const { at, metrics, ...made } = machine(0);
    const { clock: own } = made;
    clock = own;
    let looks = 0;
    own.onLeap(() => {
      looks += 1;
    });
    await own.start();
    at.passedMs += 3_600_000;
    await own.measure();
    expect(looks).toBe(0);

    at.pausedMs += 60_000;
    await own.measure();
    expect(looks).toBe(1);
    await own.measure();
    expect(looks).toBe(1);
    metrics.close();
  });

  it("is measured once by a program that ends soon", async () => {
    const query = async <Row>() => [{ now: databaseStartMs }] as Row[];
    const own = await measuredClock({ query });

    expect(epochMsOf(own.now()) - databaseStartMs).toBeLessThan(60_000);
    expect(epochMsOf(own.now())).toBeGreaterThanOrEqual(databaseStartMs - 1);
  });

  it("does not start from a database that says the moment too slowly", async () => {
    const { at, metrics, ...made } = machine(0);
    at.answersAfterMs = clockLimits.roundTripMaxMs + 1;

    await expect(made.clock.start()).rejects.toThrow("too slowly");
    metrics.close();
  });
});
