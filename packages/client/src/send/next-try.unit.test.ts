import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SanuProblem } from "../errors/sanu-problem.ts";
import { clientLimits } from "../limits.ts";
import { backOffMs, pauseBeforeNextTry } from "./next-try.ts";
import { retryAfterMsOf } from "./retry-after.ts";
import type { Tried } from "./try-once.ts";

const keyed = { isSafe: false, idempotencyKey: "k" };
const broken: Tried = { kind: "broken", cause: new Error("gone") };
const refused = (status: number, retryAfterMs?: number): Tried => {
  const body = { success: false, message: "", type: "", title: "", detail: "", instance: "" };
  const problem = { ...body, code: "too-many-requests", status } as const;
  const context = { operation: "GET /rates", retryAfterMs };
  return { kind: "refused", problem: new SanuProblem({ ...problem, success: false }, context) };
};
const so = { tries: 1, leftMs: 60_000, chance: 0.5 };

describe("the pause before the next try", () => {
  it("is what the API asked for, and never less", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        const pauseMs = pauseBeforeNextTry(keyed, refused(503, 2_000), { ...so, chance }) ?? 0;
        expect(pauseMs).toBeGreaterThanOrEqual(2_000);
        expect(pauseMs).toBeLessThanOrEqual(2_000 + clientLimits.scatterMs);
      }),
    );
  });

  it("doubles where nothing was asked, up to a bound, and is never the same for all", () => {
    expect([1, 2, 3, 9].map((tries) => backOffMs(tries, 1))).toEqual([300, 600, 1_200, 5_000]);
    expect([backOffMs(1, 0), backOffMs(1, 1)]).toEqual([150, 300]);
  });

  it("is none when the tries or the time are used up", () => {
    expect(pauseBeforeNextTry(keyed, broken, { ...so, tries: 5 })).toBeUndefined();
    expect(pauseBeforeNextTry(keyed, refused(429, 70_000), so)).toBeUndefined();
    expect(pauseBeforeNextTry(keyed, broken, { ...so, leftMs: 100 })).toBeUndefined();
  });

  it("is none for what would be done twice", () => {
    const bare = { isSafe: false, idempotencyKey: undefined };
    expect(pauseBeforeNextTry(bare, broken, so)).toBeUndefined();
    expect(pauseBeforeNextTry(bare, refused(429, 1_000), so)).toBeUndefined();
    expect(pauseBeforeNextTry({ ...bare, isSafe: true }, broken, so)).toBeDefined();
  });
});

describe("Retry-After", () => {
  const of = (value: string) => retryAfterMsOf(new Headers({ "retry-after": value }), 1_000);

  it("is seconds or a date, and nothing else", () => {
    expect(of("30")).toBe(30_000);
    expect(of(new Date(61_000).toUTCString())).toBe(60_000);
    expect(of(new Date(0).toUTCString())).toBe(0);
    expect(of("soon")).toBeUndefined();
    expect(retryAfterMsOf(new Headers(), 0)).toBeUndefined();
  });
});
