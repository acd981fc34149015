import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startPatience } from "./patience.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("patience", () => {
  it("ends after its time, which counts anew with each sign of life", () => {
    const patience = startPatience(1_000, undefined);
    vi.advanceTimersByTime(900);
    patience.extend(30_000);
    vi.advanceTimersByTime(29_999);
    expect(patience.signal.aborted).toBe(false);

    vi.advanceTimersByTime(1);
    expect(patience.signal.reason).toEqual(new Error("Nothing came within 30000 ms"));
  });

  it("ends with the caller's reason, also when the caller was first", () => {
    const giving = new AbortController();
    const before = startPatience(1_000, giving.signal);
    giving.abort("left");

    expect(before.signal.reason).toBe("left");
    expect(startPatience(1_000, giving.signal).signal.reason).toBe("left");
  });
});
