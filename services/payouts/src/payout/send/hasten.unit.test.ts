import { attemptAfter, attemptLimits, outcomeOfStatus, untouched } from "@sanu/attempts";
import { instant, plusMs } from "@sanu/kernel";
import type { Attempt } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { hastenLimits, isHastenDue } from "./hasten.ts";

const now = instant("2026-11-23T12:00:00.000000Z");
const waiting = {
  ...untouched,
  kind: "send",
  state: "accepted",
  naturalKey: "chain:ab",
  payload: "signed",
  statusChecks: hastenLimits.everyStatusChecks,
  createdAt: now,
  claimedAt: now,
} as unknown as Attempt;

describe("a transaction that waits for its block", () => {
  it("is hastened behind so many status checks, and again behind as many", () => {
    const checks = Array.from({ length: 3 * hastenLimits.everyStatusChecks }, (_, at) => at);
    const due = checks.filter((statusChecks) => isHastenDue({ ...waiting, statusChecks }));
    expect(due).toEqual([hastenLimits.everyStatusChecks, 2 * hastenLimits.everyStatusChecks]);
  });

  it("is asked about each minute, and so hastened about every two hours", () => {
    const { statusCheckMostMs, everyStatusChecks } = hastenLimits;
    const limits = { ...attemptLimits, reviewAfterMs: 86_400_000, statusCheckMostMs };
    const pending = outcomeOfStatus({ kind: "in-flight" });
    let ageMs = 0;
    for (let statusChecks = 0; statusChecks < everyStatusChecks; statusChecks += 1) {
      const attempt = { ...waiting, statusChecks, claimedAt: plusMs(now, ageMs) };
      ageMs += attemptAfter(attempt, pending, limits).nextInMs ?? 0;
    }
    expect(ageMs / 3_600_000).toBeCloseTo(2, 0);
  });

  it.each<readonly [string, Partial<Attempt>]>([
    ["is paid over Lightning", { naturalKey: "lightning:ab" }],
    ["no node is known to have", { state: "unknown" }],
    ["has ended", { payload: null }],
    ["a person looks at", { reviewedAt: now }],
  ])("is left alone where it %s", (_, changes) => {
    expect(isHastenDue({ ...waiting, ...changes })).toBe(false);
  });
});
