import { formatListedXof, formatSats as sats, formatXof as xof } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatBtc,
  formatSats,
  formatXof,
  jsonNumber,
  parseAmount,
  parseBtc,
  parseSats,
  parseXof,
  showSats,
  showXof,
} from "../index.ts";

const amounts = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n });

describe("an amount of the API", () => {
  it("is read in each form in which the API writes it, and written the same", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect([parseXof(xof(amount)), parseXof(formatListedXof(amount))]).toEqual([
          amount,
          amount,
        ]);
        expect(parseSats(sats(amount))).toBe(amount);
        expect([formatXof(amount), formatSats(amount)]).toEqual([xof(amount), sats(amount)]);
      }),
    );
  });

  it("says its currency", () => {
    expect(parseAmount("5000XOF")).toEqual({ currency: "XOF", amountXof: 5_000n });
    expect(parseAmount("8169 SATS")).toEqual({ currency: "SATS", amountSats: 8_169n });
  });

  it.each(["", "5000", "5000 EUR", "5 000 XOF", "-1 XOF", "1.5 XOF", "8169SATS", "5000 XOF "])(
    "is not guessed from %o",
    (text) => {
      expect(() => parseAmount(text)).toThrow(RangeError);
    },
  );

  it("is refused in the other currency", () => {
    expect(() => parseXof("8169 SATS")).toThrow("No amount in XOF");
    expect(() => parseSats("5000 XOF")).toThrow("No amount in satoshis");
  });

  it("is not below zero", () => {
    expect(() => formatXof(-1n)).toThrow(RangeError);
    expect(() => formatSats(-1n)).toThrow(RangeError);
    expect(() => formatBtc(-1n)).toThrow(RangeError);
  });

  it("goes into JSON exactly or not at all", () => {
    expect(jsonNumber(5_000n)).toBe(5_000);
    expect(jsonNumber(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => jsonNumber(2n ** 53n)).toThrow(RangeError);
    expect(() => jsonNumber(-1n)).toThrow(RangeError);
  });
});

describe("an amount of bitcoin", () => {
  it("is the same satoshis however often it is written and read", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseBtc(formatBtc(amount))).toBe(amount);
      }),
    );
  });

  it("has its eight places", () => {
    expect(formatBtc(16_339n)).toBe("0.00016339");
    expect(formatBtc(2_100_000_000_000_000n)).toBe("21000000.00000000");
    expect([parseBtc("1"), parseBtc("1.5")]).toEqual([100_000_000n, 150_000_000n]);
  });

  it.each(["0.123456789", "1,5", ".5", "1.", "1e3", "-1", "", "NaN"])(
    "is not guessed from %o",
    (text) => {
      expect(() => parseBtc(text)).toThrow(RangeError);
    },
  );
});

describe("an amount for people", () => {
  it("is written as they write, with spaces at which no line breaks", () => {
    expect(showXof(1_234_567n, "fr")).toBe("1\u202f234\u202f567\u00a0XOF");
    expect(showXof(5_000n, "en")).toBe("5,000\u00a0XOF");
    expect([showSats(1n, "fr"), showSats(16_339n, "en")]).toEqual([
      "1\u00a0satoshi",
      "16,339\u00a0satoshis",
    ]);
  });
});
