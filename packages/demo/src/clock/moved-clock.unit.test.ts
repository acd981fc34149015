import { epochMsOf } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { createMovedClock } from "./moved-clock.ts";
import { createMovedScheduler } from "./moved-scheduler.ts";

/** A machine whose clock a test moves on. */
function machine() {
  const at = { ms: 1_000_000 };
  return { at, clock: createMovedClock(400_000, () => at.ms) };
}

describe("the clock of a demo set", () => {
  it("runs on like every other, from its own beginning", () => {
    const { at, clock } = machine();
    at.ms += 1_500;
    expect(epochMsOf(clock.now())).toBe(401_500);
    expect(clock.behindMs()).toBe(600_000);
  });

  it("leaps ahead, never back, and never beyond the machine's", () => {
    const { at, clock } = machine();
    clock.leapTo(500_000);
    expect(clock.nowMs()).toBe(500_000);
    clock.leapTo(450_000);
    expect(clock.nowMs()).toBe(500_000);
    at.ms += 10;
    clock.leapTo(9_000_000);
    expect(clock.nowMs()).toBe(1_000_010);
  });
});

describe("what the providers do later", () => {
  it("is done when a leap has passed it, in its order, and once", () => {
    const { clock } = machine();
    const scheduler = createMovedScheduler(clock.nowMs);
    const done: string[] = [];
    scheduler.after(60_000, () => done.push("a minute"));
    scheduler.after(3_000, () => done.push("three seconds"));
    scheduler.after(900_000, () => done.push("a quarter of an hour"));

    scheduler.runDue();
    expect(done).toEqual([]);
    clock.leapTo(clock.nowMs() + 61_000);
    scheduler.runDue();
    scheduler.runDue();
    expect(done).toEqual(["three seconds", "a minute"]);
    scheduler.close();
    clock.leapTo(clock.nowMs() + 900_000);
    scheduler.runDue();
    expect(done).toHaveLength(2);
  });

  it("is told to nobody before everybody knows the new moment", async () => {
    const { clock } = machine();
    const scheduler = createMovedScheduler(clock.nowMs);
    const done: string[] = [];
    scheduler.after(60_000, () => {
      done.push("settled");
      scheduler.after(0, () => done.push("told"));
    });
    clock.leapTo(clock.nowMs() + 61_000);
    scheduler.hold();
    scheduler.runDue();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual(["settled"]);
    scheduler.release();
    expect(done).toEqual(["settled", "told"]);
    scheduler.close();
  });
});
