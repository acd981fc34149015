import { expect, it } from "vitest";
import { attemptOrder } from "./attempt-key.ts";
import { retryOf } from "./retry-terms.ts";

const terms = { retryPauseMs: 1_000 };
const rejected = (attemptNumber: number) => attemptOrder("refund", "refund-1", attemptNumber);

it("waits twice as long before each further attempt, within a bound", () => {
  const pauses = [1, 2, 3, 1_000].map((number) => retryOf(rejected(number), terms));
  expect(pauses).toMatchObject([
    { beginInMs: 1_000 },
    { beginInMs: 2_000 },
    { beginInMs: 4_000 },
    { beginInMs: 1_024_000 },
  ]);
});

it("is the same movement under the next number, and so under another key", () => {
  expect(retryOf(rejected(1), terms)).toMatchObject({ order: rejected(2) });
  expect(rejected(2).attemptId).not.toBe(rejected(1).attemptId);
});
