import { describe, expect, it } from "vitest";
import { overloadLimits as limits } from "../limits.ts";
import { createAdaptiveThrottle } from "./adaptive-throttle.ts";

/** Numbers between 0 and 1 that come again in every run. */
function createDraw(): () => number {
  let last = 1;
  return () => {
    last = (last * 48_271) % 2_147_483_647;
    return last / 2_147_483_647;
  };
}

/** A service that serves so many a second and refuses the rest; returns how many it was sent in the last second. */
function flood(perSecond: number, servedPerSecond: number, seconds: number): number {
  const throttle = createAdaptiveThrottle(limits, createDraw());
  let [sent, served] = [0, 0];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const nowMs = (number * 1_000) / perSecond;
    if (number % perSecond === 0) [sent, served] = [0, 0];
    if (throttle.sheds(nowMs)) continue;
    sent += 1;
    const isServed = served < servedPerSecond;
    if (isServed) served += 1;
    throttle.answered(nowMs, !isServed);
  }
  return sent;
}

describe("what a gateway refuses for a service that has too much to do", () => {
  it("leaves it about three times what it serves to choose from", () => {
    const sent = flood(600, 50, 20);

    expect(sent).toBeGreaterThan(130);
    expect(sent).toBeLessThan(190);
  });

  it("is nothing while the service refuses less than half", () => {
    expect(flood(90, 50, 20)).toBe(90);
  });

  it("is nothing behind a few refusals, and nothing once the flood is over", () => {
    const throttle = createAdaptiveThrottle(limits, () => 0);
    for (let each = 1; each < limits.answersMin; each += 1) throttle.answered(0, true);
    expect(throttle.sheds(0)).toBe(false);
    throttle.answered(0, true);
    throttle.answered(0, true);
    expect(throttle.sheds(0)).toBe(true);
    expect(throttle.sheds(1_000)).toBe(false);
  });
});
