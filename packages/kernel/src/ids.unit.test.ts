import { describe, expect, it, vi } from "vitest";
import { isUuid, newId, newReference } from "./ids.ts";

describe("new ids", () => {
  it("are UUIDs of version 7 that carry the present millisecond", () => {
    const before = Date.now();
    const id = newId();

    expect(isUuid(id)).toBe(true);
    expect(id.charAt(14)).toBe("7");
    const epochMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    expect(epochMs).toBeGreaterThanOrEqual(before);
    expect(epochMs - before).toBeLessThan(1_000);
  });

  it("sort in the order in which one process makes them, also within a millisecond", () => {
    const made = Array.from({ length: 20_000 }, () => newId());

    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it("keep their order when the clock steps back", () => {
    const before = newId();
    vi.useFakeTimers({ now: Date.now() - 60_000 });
    const after = newId();
    vi.useRealTimers();

    expect(after > before).toBe(true);
  });

  it("are told from other texts", () => {
    const good = "018f4f2e-7b1a-7c3d-8e4f-0123456789ab";

    expect(isUuid(good)).toBe(true);
    expect(isUuid(good.toUpperCase())).toBe(false);
    expect(isUuid(`${good}0`)).toBe(false);
    expect(isUuid(`${good}\n`)).toBe(false);
    expect(isUuid("018f4f2e-7b1a-7c3d-0e4f-0123456789ab")).toBe(false);
    expect(isUuid("")).toBe(false);
  });
});

describe("new references", () => {
  it("are the prefix and sixteen letters nobody confuses", () => {
    expect(newReference("TXN_")).toMatch(/^TXN_[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(newReference("PAY_")).toMatch(/^PAY_[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(newReference("PAYOUT_")).toMatch(/^PAYOUT_[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  it("do not repeat", () => {
    const made = Array.from({ length: 10_000 }, () => newReference("TXN_"));

    expect(new Set(made).size).toBe(made.length);
  });
});
