import { instantOfEpochMs } from "@sanu/kernel";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createIdentityTime } from "./identity-time.ts";

describe("the time by which tokens end", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12) }));
  afterEach(() => void vi.useRealTimers());

  it.each([900_000, -900_000])("is identity's on a machine that is %i ms off", (aheadMs) => {
    const time = createIdentityTime();
    const identityMs = Date.now() - aheadMs;
    time.adopt(instantOfEpochMs(identityMs));
    vi.advanceTimersByTime(5_000);

    expect(time.nowMs()).toBe(identityMs + 5_000);
    expect(time.skewMs()).toBe(aheadMs);
  });

  it("does not follow a clock of ours that is set, nor a message that was late", () => {
    const time = createIdentityTime();
    const identityMs = Date.now();
    time.adopt(instantOfEpochMs(identityMs));
    vi.setSystemTime(identityMs + 3_600_000);
    vi.advanceTimersByTime(1_000);
    time.adopt(instantOfEpochMs(identityMs + 200));

    expect(time.nowMs()).toBe(identityMs + 1_000);
  });

  it("follows identity when its clock is another", () => {
    const time = createIdentityTime();
    time.adopt(instantOfEpochMs(Date.now()));
    const set = Date.now() - 60_000;
    time.adopt(instantOfEpochMs(set));

    expect(time.nowMs()).toBe(set);
  });
});
