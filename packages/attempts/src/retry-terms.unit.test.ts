import { expect, it } from "vitest";
import { attemptOrder } from "./attempt-key.ts";
import { retryOf } from "./retry-terms.ts";

const terms = { attemptsMax: 5, retryPauseMs: 1_000 };
const rejected = (attemptNumber: number) => attemptOrder("refund", "refund-1", attemptNumber);

it("waits twice as long before each further attempt, within a bound", () => {
  const pauses = [1, 2, 3, 1_000].map((number) => retryOf(rejected(number), terms).beginInMs);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 1_024_000]);
});

it("is the same movement under the next number, and so under another key", () => {
  expect(retryOf(rejected(1), terms).order).toEqual(rejected(2));
  expect(rejected(2).attemptId).not.toBe(rejected(1).attemptId);
});
