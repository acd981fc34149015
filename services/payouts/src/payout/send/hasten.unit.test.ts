import { untouched } from "@sanu/attempts";
import { instant } from "@sanu/kernel";
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

  it.each<readonly [string, Partial<Attempt>]>([
    ["is paid over Lightning", { naturalKey: "lightning:ab" }],
    ["no node is known to have", { state: "unknown" }],
    ["has ended", { payload: null }],
    ["a person looks at", { reviewedAt: now }],
  ])("is left alone where it %s", (_, changes) => {
    expect(isHastenDue({ ...waiting, ...changes })).toBe(false);
  });
});
