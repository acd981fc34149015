import { instant, plusMs } from "@sanu/kernel";
import { expect, it } from "vitest";
import { attemptLimits } from "./attempt-limits.ts";
import { lateLookInMs } from "./late-look.ts";

const createdAt = instant("2026-11-21T07:00:00.000000Z");
const atAge = (ageMs: number) => ({
  kind: "collection" as const,
  calledAt: createdAt,
  createdAt,
  claimedAt: plusMs(createdAt, ageMs),
});

it("looks for money that came late at ever greater ages, for three days, and then no more", () => {
  const ages: number[] = [];
  for (let ageMs = 5_000; ; ) {
    const inMs = lateLookInMs(atAge(ageMs));
    if (inMs === null) break;
    expect(inMs).toBeGreaterThan(0);
    ageMs += inMs;
    ages.push(ageMs / 60_000);
  }
  expect(ages).toEqual([1, 4, 16, 64, 256, 1_024, 4_096]);
  expect(lateLookInMs(atAge(attemptLimits.lateLookLastMs))).toBeNull();
});

it("does not look where the provider was never called, or where no money can come", () => {
  expect(lateLookInMs({ ...atAge(5_000), calledAt: null })).toBeNull();
  expect(lateLookInMs({ ...atAge(5_000), kind: "send" })).toBeNull();
  expect(lateLookInMs({ ...atAge(5_000), kind: "invoice" })).toBeNull();
});
