import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CircuitBreaker, decideBreaker, type Outcomes, probesOf } from "./circuit-breaker.ts";

const terms = {
  failuresBasisPoints: 5_000,
  outcomesMin: 20,
  windowMs: 300_000,
  pauseMs: 60_000,
  pauseMaxMs: 200_000,
  probes: 3,
};
const nothing: Outcomes = { settled: 0, failed: 0 };
const after = (breaker: CircuitBreaker, outcomes: Outcomes, nowMs: number) =>
  decideBreaker(breaker, outcomes, { nowMs, terms });
const closed: CircuitBreaker = { state: "closed", sinceMs: 0, pauseMs: 0 };
const open: CircuitBreaker = { state: "open", sinceMs: 0, pauseMs: 60_000 };
const halfOpen: CircuitBreaker = { state: "half-open", sinceMs: 0, pauseMs: 60_000 };

describe("a rail whose payouts fail", () => {
  it("is closed off once half of enough payouts failed", () => {
    expect(after(closed, { settled: 9, failed: 10 }, 1)).toBeUndefined();
    expect(after(closed, { settled: 11, failed: 9 }, 1)).toBeUndefined();
    expect(after(closed, { settled: 10_001, failed: 10_000 }, 1)).toBeUndefined();
    expect(after(closed, { settled: 10, failed: 10 }, 1)).toEqual({ ...open, sinceMs: 1 });
  });

  it("is judged by the last minutes: what is older is forgotten", () => {
    expect(after(closed, { settled: 15, failed: 4 }, 300_000)).toEqual({
      ...closed,
      sinceMs: 300_000,
    });
  });

  it("is probed after a pause", () => {
    expect(after(open, nothing, 59_999)).toBeUndefined();
    expect(after(open, nothing, 60_000)).toEqual({ ...halfOpen, sinceMs: 60_000 });
    const later = { ...open, sinceMs: 1_000_000 };
    expect(after(later, nothing, 1_059_999)).toBeUndefined();
    expect(after(later, nothing, 1_060_000)).toEqual({ ...halfOpen, sinceMs: 1_060_000 });
  });

  it("opens by itself when a probe arrives, whatever became of the others", () => {
    expect(after(halfOpen, { settled: 1, failed: 0 }, 5)).toEqual({ ...closed, sinceMs: 5 });
    expect(after(halfOpen, { settled: 1, failed: 2 }, 5)).toEqual({ ...closed, sinceMs: 5 });
  });

  it("waits twice as long when all probes fail, or some do and none arrives", () => {
    expect(after(halfOpen, { settled: 0, failed: 2 }, 5)).toBeUndefined();
    expect(after(halfOpen, { settled: 0, failed: 3 }, 5)).toMatchObject({ pauseMs: 120_000 });
    expect(after(halfOpen, { settled: 0, failed: 1 }, 60_000)).toEqual({
      state: "open",
      sinceMs: 60_000,
      pauseMs: 120_000,
    });
    const longest = { ...halfOpen, pauseMs: 150_000 };
    expect(after(longest, { settled: 0, failed: 3 }, 5)).toMatchObject({ pauseMs: 200_000 });
  });

  it("is probed again where nobody paid for the probes", () => {
    expect(after(halfOpen, nothing, 59_999)).toBeUndefined();
    expect(after(halfOpen, nothing, 60_000)).toEqual({ ...halfOpen, sinceMs: 60_000 });
  });

  it("is probed again as soon however long its pause has grown, and by as many as were not paid for", () => {
    const longest = { ...halfOpen, pauseMs: 200_000 };
    expect(after(longest, nothing, 59_999)).toBeUndefined();
    expect(after(longest, nothing, 60_000)).toEqual({ ...longest, sinceMs: 60_000 });
    expect(after(longest, { settled: 0, failed: 1 }, 199_999)).toBeUndefined();
    expect(after(longest, { settled: 0, failed: 1 }, 200_000)).toMatchObject({ state: "open" });

    expect([0, 1, 3, 4].map((paid) => probesOf(halfOpen, paid, terms))).toEqual([3, 2, 0, 0]);
    expect([closed, open].map((breaker) => probesOf(breaker, 0, terms))).toEqual([0, 0]);
  });

  it("is never closed off for ever: without failures it is open soon, from wherever it is", () => {
    const states = fc.constantFrom<CircuitBreaker["state"]>("closed", "open", "half-open");
    const pauses = fc.integer({ min: 0, max: terms.pauseMaxMs });
    fc.assert(
      fc.property(states, pauses, (state, pauseMs) => {
        let breaker: CircuitBreaker = { state, sinceMs: 0, pauseMs };
        const reached = new Set([breaker.state]);
        for (let nowMs = 0; nowMs <= 2 * terms.pauseMaxMs; nowMs += 1_000) {
          breaker = after(breaker, { settled: 1, failed: 0 }, nowMs) ?? breaker;
          reached.add(breaker.state);
        }
        expect(breaker.state).toBe("closed");
        // Nobody goes from open to closed without a probe.
        if (state === "open") expect(reached).toContain("half-open");
      }),
    );
  });

  it("is never taken for failing while fewer than half of its payouts fail", () => {
    const count = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(count, count, (settled, failed) => {
        const next = after(closed, { settled, failed }, 1);
        expect(next?.state === "open").toBe(settled + failed >= 20 && failed >= settled);
      }),
    );
  });
});
