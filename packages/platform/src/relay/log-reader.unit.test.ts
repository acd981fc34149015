import { describe, expect, it } from "vitest";
import { horizonOf } from "./log-reader.ts";

describe("the horizon of a snapshot", () => {
  it("is the oldest transaction that is open, in whatever order they are told", () => {
    expect(horizonOf("10:40:10,31,22", [])).toBe(10n);
    expect(horizonOf("9:10000000000000000001:100,9,31", [])).toBe(9n);
  });

  it("passes over those that never append", () => {
    expect(horizonOf("10:40:10,22,31", ["10", "31"])).toBe(22n);
  });

  it("is what began behind the snapshot where nothing else is open", () => {
    expect(horizonOf("40:40:", [])).toBe(40n);
    expect(horizonOf("10:40:10", ["10"])).toBe(40n);
  });
});
