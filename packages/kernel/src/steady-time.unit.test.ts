import { describe, expect, it } from "vitest";
import { createSteadyTime } from "./steady-time.ts";

function clocks() {
  const at = { wall: 1_000_000, monotonic: 5_000 };
  const now = createSteadyTime({ wallMs: () => at.wall, monotonicMs: () => at.monotonic });
  const pass = (monotonicMs: number, wallMs = monotonicMs) => {
    at.monotonic += monotonicMs;
    at.wall += wallMs;
    return now();
  };
  return { now, pass };
}

describe("steady time", () => {
  it("goes as the monotonic clock goes, however the machine's clock wanders", () => {
    const { now, pass } = clocks();
    const start = now();
    let passed = 0;
    for (const wallMs of [100, 80, 130, 0, 400, 40]) {
      passed += 100;
      expect(pass(100, wallMs) - start).toBe(passed);
    }
  });

  it("counts the time for which the machine was paused", () => {
    const { now, pass } = clocks();
    const start = now();
    expect(pass(10, 60_010) - start).toBe(60_010);
    expect(pass(1_000) - start).toBe(61_010);
  });

  it("never goes back when the clock is set back, and counts a pause behind that", () => {
    const { now, pass } = clocks();
    const start = now();
    expect(pass(10, -3_600_000) - start).toBe(10);
    expect(pass(10, 30_010) - start).toBe(30_020);
  });
});
