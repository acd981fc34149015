import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatListedXof, formatSats, formatXof, moneyShapes, parseMoney } from "./format.ts";

const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });

describe("money as text", () => {
  it("has the spacing that each field of the public API promises", () => {
    expect(formatXof(5_000n)).toBe("5000 XOF");
    expect(formatListedXof(5_000n)).toBe("5000XOF");
    expect(formatSats(1_234n)).toBe("1234 SATS");
  });

  it("is read back as it was written, in every form", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseMoney(formatXof(amount))).toEqual({ amount, currency: "XOF" });
        expect(parseMoney(formatListedXof(amount))).toEqual({ amount, currency: "XOF" });
        expect(parseMoney(formatSats(amount))).toEqual({ amount, currency: "SATS" });
        expect(formatXof(amount)).toMatch(moneyShapes.xof);
        expect(formatListedXof(amount)).toMatch(moneyShapes.listedXof);
        expect(formatSats(amount)).toMatch(moneyShapes.sats);
      }),
    );
  });

  it.each(["", "5000", "5000  XOF", "5 000 XOF", "-5 XOF", "1234SATS", "5000 XOF ", "5000 EUR"])(
    "is not %j",
    (text) => {
      expect(() => parseMoney(text)).toThrow(RangeError);
    },
  );
});
