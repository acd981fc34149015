import { instantOfEpochMs } from "@sanu/kernel";
import { expect, it } from "vitest";
import { sessionLimits } from "../limits.ts";
import { createPublisherOrder } from "./publisher-order.ts";

const message = (publisher: string | undefined, sequence: number, atMs: number) => ({
  afterSequence: 0,
  sequence,
  revocations: [],
  at: instantOfEpochMs(1_800_000_000_000 + atMs),
  ...(publisher === undefined ? {} : { publisher }),
});

it("a replica whose sequence grows or stays is in order, whatever another one says meanwhile", () => {
  const isInOrder = createPublisherOrder();
  expect(isInOrder(message("one", 4, 0))).toBe(false);
  isInOrder(message("other", 9, 5));

  expect(isInOrder(message("one", 4, 3))).toBe(true);
  expect(isInOrder(message("other", 9, 4))).toBe(false);
  expect(isInOrder(message("one", 6, 3))).toBe(true);
});

it("a replica that says less than before is not in order, and the next time by what it said last", () => {
  const isInOrder = createPublisherOrder();
  isInOrder(message("one", 9, 0));

  expect(isInOrder(message("one", 5, 1))).toBe(false);
  expect(isInOrder(message("one", 5, 2))).toBe(true);
});

it("a replica that was silent, or whose moment went backwards, may have another database by now", () => {
  const isInOrder = createPublisherOrder();
  isInOrder(message("one", 4, 0));

  expect(isInOrder(message("one", 4, sessionLimits.silenceMs))).toBe(true);
  expect(isInOrder(message("one", 4, 2 * sessionLimits.silenceMs + 1))).toBe(false);
  expect(isInOrder(message("one", 4, 2 * sessionLimits.silenceMs))).toBe(false);
});

it("a message of a release that does not say who publishes it is not in order", () => {
  const isInOrder = createPublisherOrder();
  isInOrder(message(undefined, 4, 0));

  expect(isInOrder(message(undefined, 4, 1))).toBe(false);
});
