import {
  type AttemptSituation,
  attemptAfter,
  attemptLimits,
  outcomeOfStatus,
  untouched,
} from "@sanu/attempts";
import { instant, msBetween, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { invoiceLimits } from "./movement.ts";

const windowMs = 900_000;
const began = instant("2026-11-29T07:00:00.000000Z");
const limits = { ...attemptLimits, ...invoiceLimits };
const open = outcomeOfStatus({ kind: "pending" });

/** When the node is asked about an invoice that nobody pays, by its age, until its order ends. */
function checkedAtMs(): readonly number[] {
  const checks: number[] = [];
  let attempt: AttemptSituation = {
    ...untouched,
    kind: "invoice",
    state: "accepted",
    calledAt: began,
    calls: 1,
    createdAt: began,
    claimedAt: began,
    nextAt: began,
  };
  while (attempt.nextAt !== null && msBetween(began, attempt.nextAt) < windowMs) {
    const claimed = { ...attempt, claimedAt: attempt.nextAt };
    checks.push(msBetween(began, claimed.claimedAt));
    const { nextInMs, statusChecks } = attemptAfter(claimed, open, limits);
    const nextAt = nextInMs === null ? null : plusMs(claimed.claimedAt, nextInMs);
    attempt = { ...claimed, statusChecks, nextAt };
  }
  return checks;
}

describe("an invoice that nobody has paid yet", () => {
  const checks = checkedAtMs();

  it("that is paid is found within two seconds, for no node says that sats are held", () => {
    const pausesMs = checks.slice(1).map((ageMs, index) => ageMs - (checks[index] ?? 0));
    expect(Math.max(...pausesMs)).toBe(2_000);
  });

  it("is asked about some 450 times", () => {
    expect(checks).toHaveLength(450);
  });
});
