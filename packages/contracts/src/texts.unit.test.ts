import { describe, expect, it } from "vitest";
import { InstantText, idOf, jsonText, SatsText, XofPerBtcText, XofText } from "./texts.ts";

describe("amounts as text", () => {
  it("come back as they were, whatever their size", () => {
    for (let size = 0n; size < 18n; size += 1n) {
      for (const amount of [10n ** size, 10n ** size - 1n, 9n * 10n ** size]) {
        expect(XofText.parse(amount.toString())).toBe(amount);
        expect(SatsText.parse(amount.toString())).toBe(amount);
      }
    }
  });

  it.each(["", "-1", "+1", "1.0", "01", " 1", "1e3", "0x10", "1_000", "١", `1${"0".repeat(18)}`])(
    "are never read from %j",
    (text) => {
      expect(XofText.safeParse(text).success).toBe(false);
      expect(SatsText.safeParse(text).success).toBe(false);
      expect(XofPerBtcText.safeParse(text).success).toBe(false);
    },
  );

  it("are never read from a number", () => {
    expect(XofText.safeParse(5_000).success).toBe(false);
  });

  it("make no rate of zero", () => {
    expect(XofPerBtcText.safeParse("0").success).toBe(false);
    expect(XofPerBtcText.parse("61200000")).toBe(61_200_000n);
  });
});

describe("JSON of our own", () => {
  it("writes amounts as decimal text, however deep", () => {
    expect(jsonText({ a: 1n, b: [{ c: 10n ** 17n }], d: "x" })).toBe(
      '{"a":"1","b":[{"c":"100000000000000000"}],"d":"x"}',
    );
  });
});

describe("ids and instants", () => {
  it("are read only in their canonical form", () => {
    const id = "019aa4c1-0a00-7000-8000-000000000001";

    expect(idOf().safeParse(id).success).toBe(true);
    expect(idOf().safeParse(id.toUpperCase()).success).toBe(false);
    expect(idOf().safeParse(7).success).toBe(false);
    expect(InstantText.safeParse("2026-11-21T07:00:00.123456Z").success).toBe(true);
    expect(InstantText.safeParse("2026-11-21T07:00:00Z").success).toBe(false);
    expect(InstantText.safeParse(0).success).toBe(false);
  });
});
