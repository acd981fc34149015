import {
  type AttemptSituation,
  attemptAfter,
  attemptLimits,
  nextStep,
  outcomeOfStatus,
  untouched,
} from "@sanu/attempts";
import { instant, msBetween, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { collectionLimits } from "./movement.ts";

const minuteMs = 60_000;
const promptLifeMs = 24 * 60 * minuteMs;
const windowMs = 15 * minuteMs;
const graceMs = minuteMs;
const calledOffAtMs = windowMs + graceMs;
const began = instant("2026-11-25T07:00:00.000000Z");
const limits = { ...attemptLimits, ...collectionLimits };
const pending = outcomeOfStatus({ kind: "in-flight" });

/** When the provider is asked about an order that nobody pays, by its age, until its prompt is over. */
function checkedAtMs(
  firstMs: number = collectionLimits.statusCheckAcceptedFirstMs,
): readonly number[] {
  const checks: number[] = [];
  let attempt: AttemptSituation = {
    ...untouched,
    kind: "collection",
    state: "accepted",
    calledAt: began,
    calls: 1,
    createdAt: began,
    claimedAt: began,
    nextAt: plusMs(began, firstMs),
  };
  while (attempt.nextAt !== null && msBetween(began, attempt.nextAt) < promptLifeMs) {
    const isEnd = !attempt.cancelRequested && msBetween(began, attempt.nextAt) >= calledOffAtMs;
    const now = isEnd ? plusMs(began, calledOffAtMs) : attempt.nextAt;
    const claimed = { ...attempt, claimedAt: now, nextAt: now, statusCheckRequested: isEnd };
    attempt = { ...claimed, cancelRequested: attempt.cancelRequested || isEnd };
    expect(["check-status", "cancel"]).toContain(nextStep(attempt, "check-status-only", now).kind);
    checks.push(msBetween(began, now));
    const { nextInMs, statusChecks } = attemptAfter(attempt, pending, limits);
    attempt = {
      ...attempt,
      statusChecks,
      statusCheckRequested: false,
      nextAt: nextInMs === null ? null : plusMs(now, nextInMs),
    };
  }
  return checks;
}

describe("an order that nobody pays", () => {
  const checks = checkedAtMs();
  const before = checks.filter((ageMs) => ageMs < calledOffAtMs);

  it("is asked about some 22 times while it can be paid, and thirty times in the day behind that", () => {
    expect(before.length).toBeLessThanOrEqual(22);
    expect(checks.length - before.length).toBeLessThanOrEqual(32);
  });

  it("that is paid is found within 45 seconds, whatever the callback does", () => {
    for (const [index, ageMs] of before.entries()) {
      const nextMs = checks[index + 1] ?? Number.POSITIVE_INFINITY;
      expect(nextMs - ageMs).toBeLessThanOrEqual(45_000);
    }
    expect(before[0]).toBe(10_000);
  });

  it("that is paid at any moment of its window is found in time, at a provider that does not say when and whose callback is lost", () => {
    // Wherever the first check falls: an answer takes its time, and a claim, too.
    for (let delayMs = 0; delayMs <= 30_000; delayMs += 500) {
      const first = collectionLimits.statusCheckAcceptedFirstMs + delayMs;
      const inTime = checkedAtMs(first).filter((ageMs) => ageMs < calledOffAtMs);
      expect(inTime.at(-1)).toBeGreaterThanOrEqual(windowMs);
    }
  });

  it("is asked about at its end, and soon behind that", () => {
    const [end = 0, next = 0] = checks.slice(before.length);
    expect(end).toBe(calledOffAtMs);
    expect(next - end).toBeLessThanOrEqual(30_000);
  });
});
