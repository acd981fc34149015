import { instant, plusMs } from "@sanu/kernel";
import { expect, it } from "vitest";
import { lateStatusCheckInMs } from "./late-status-check.ts";

const createdAt = instant("2026-11-21T07:00:00.000000Z");
const atAge = (ageMs: number) => ({
  kind: "collection" as const,
  calledAt: createdAt,
  createdAt,
  claimedAt: plusMs(createdAt, ageMs),
});

function minutesOfChecks(end: "rejected" | "settled"): readonly number[] {
  const minutes: number[] = [];
  for (let ageMs = 5_000; ; ) {
    const inMs = lateStatusCheckInMs(atAge(ageMs), end);
    if (inMs === null) return minutes;
    expect(inMs).toBeGreaterThan(0);
    ageMs += inMs;
    minutes.push(ageMs / 60_000);
  }
}

it("looks for money behind a failed collection at ever greater ages, for nearly three days", () => {
  expect(minutesOfChecks("rejected")).toEqual([1, 4, 16, 64, 256, 1_024, 4_096]);
});

it("looks twice whether somebody who has paid paid again", () => {
  expect(minutesOfChecks("settled")).toEqual([16, 1_024]);
});

it("does not look where the provider was never called, or where no money can come", () => {
  expect(lateStatusCheckInMs({ ...atAge(5_000), calledAt: null }, "rejected")).toBeNull();
  expect(lateStatusCheckInMs({ ...atAge(5_000), kind: "send" }, "rejected")).toBeNull();
  expect(lateStatusCheckInMs({ ...atAge(5_000), kind: "invoice" }, "settled")).toBeNull();
});
