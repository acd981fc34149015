import { instant, plusMs } from "@sanu/kernel";
import { expect, it } from "vitest";
import type { AttemptKind } from "./attempt.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import { lateStatusCheckInMs } from "./late-status-check.ts";

const createdAt = instant("2026-11-21T07:00:00.000000Z");
const thirtyDaysMs = 2_592_000_000;
const atAge = (ageMs: number, kind: AttemptKind = "collection") => ({
  kind,
  calledAt: createdAt,
  createdAt,
  claimedAt: plusMs(createdAt, ageMs),
});

function minutesOfChecks(
  end: "rejected" | "settled",
  { kind = "collection", ...own }: { kind?: AttemptKind } & Partial<AttemptLimits>,
): readonly number[] {
  const limits = { ...attemptLimits, ...own };
  const minutes: number[] = [];
  for (let ageMs = 5_000; ; ) {
    const inMs = lateStatusCheckInMs(atAge(ageMs, kind), end, limits);
    if (inMs === null) return minutes;
    expect(inMs).toBeGreaterThan(0);
    ageMs += inMs;
    minutes.push(ageMs / 60_000);
  }
}

it("looks for money behind a failed collection at ever greater ages, for nearly three days", () => {
  const minutes = [1, 4, 16, 64, 256, 1_024, 4_096];
  expect(minutesOfChecks("rejected", {})).toEqual(minutes);
  expect(minutesOfChecks("rejected", { reversibleForMs: thirtyDaysMs })).toEqual(minutes);
});

it("looks twice whether somebody who has paid paid again", () => {
  expect(minutesOfChecks("settled", {})).toEqual([16, 1_024]);
});

it("looks whether what has settled was reversed, the last time when the rail no longer can", () => {
  const minutes = [16, 1_024, 4_096, 16_384, 43_200];
  for (const kind of ["collection", "refund", "disbursement"] as const) {
    const checks = minutesOfChecks("settled", { kind, reversibleForMs: thirtyDaysMs });
    expect(checks).toEqual(minutes);
  }
  const hour = { kind: "refund", reversibleForMs: 3_600_000 } as const;
  expect(minutesOfChecks("settled", hour)).toEqual([16, 60]);
});

it("looks as long whether money that was not sent went out all the same", () => {
  for (const kind of ["refund", "disbursement"] as const) {
    const checks = minutesOfChecks("rejected", { kind, reversibleForMs: thirtyDaysMs });
    expect(checks).toEqual([16, 1_024, 4_096, 16_384, 43_200]);
  }
});

it("looks for three days whether what had failed went out after all, also where nothing is ever reversed", () => {
  for (const kind of ["refund", "disbursement", "send"] as const) {
    expect(minutesOfChecks("rejected", { kind })).toEqual([16, 1_024, 4_096]);
    expect(lateStatusCheckInMs(atAge(5_000, kind), "refused", attemptLimits)).toBeNull();
  }
});

it("looks no longer than it is told to", () => {
  const hour = { reversibleForMs: thirtyDaysMs, lateStatusChecksForMs: 3_600_000 };
  expect(minutesOfChecks("settled", hour)).toEqual([16]);
  expect(minutesOfChecks("rejected", { lateStatusChecksForMs: 0 })).toEqual([]);
});

it("does not look where the provider was never called, or where no money can come or go", () => {
  const uncalled = { ...atAge(5_000), calledAt: null };
  const long = { ...attemptLimits, reversibleForMs: thirtyDaysMs };
  expect(lateStatusCheckInMs(uncalled, "rejected", long)).toBeNull();
  expect(lateStatusCheckInMs(atAge(5_000, "invoice"), "rejected", attemptLimits)).toBeNull();
  expect(lateStatusCheckInMs(atAge(5_000, "send"), "settled", attemptLimits)).toBeNull();
  expect(lateStatusCheckInMs(atAge(5_000, "invoice"), "settled", attemptLimits)).toBeNull();
});
