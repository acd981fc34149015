import { describe, expect, it } from "vitest";
import { isPriceWithin, isRateWithin, isSpreadWithin, type PriceBands } from "./price-bands.ts";
import { basisPoints, xofPerBtc } from "./rate.ts";
import { sats } from "./sats.ts";

const bands: PriceBands = {
  rateMin: xofPerBtc(5_000_000n),
  rateMax: xofPerBtc(1_000_000_000n),
  spreadMin: basisPoints(50n),
  spreadMax: basisPoints(1_000n),
  orderSatsMax: sats(10_000_000n),
};
const price = (mid: bigint, rate: bigint, amountSats = 16_000n, isBuy = true) =>
  isPriceWithin(
    {
      isBuy,
      midXofPerBtc: xofPerBtc(mid),
      rateXofPerBtc: xofPerBtc(rate),
      amountSats: sats(amountSats),
    },
    bands,
  );

describe("the bands of a price", () => {
  it("hold a rate and a spread, their edges among them", () => {
    const rates = [1n, 2n, 4_999_999n, 5_000_000n, 1_000_000_000n, 1_000_000_001n];
    expect(rates.filter((rate) => isRateWithin(xofPerBtc(rate), bands))).toEqual([
      5_000_000n,
      1_000_000_000n,
    ]);
    const spreads = [0n, 49n, 50n, 1_000n, 1_001n, 9_999n];
    expect(spreads.filter((spread) => isSpreadWithin(basisPoints(spread), bands))).toEqual([
      50n,
      1_000n,
    ]);
  });

  it("hold an order by its middle, its rate and its sats, in both directions", () => {
    expect(price(60_000_000n, 61_200_000n)).toBe(true);
    expect(price(60_000_000n, 58_800_000n, 16_000n, false)).toBe(true);
    expect(price(2n, 2n)).toBe(false);
    // A purchase below the middle and a sale above it bring less than nothing.
    expect(price(60_000_000n, 58_800_000n)).toBe(false);
    expect(price(60_000_000n, 61_200_000n, 16_000n, false)).toBe(false);
    expect(price(60_000_000n, 67_000_000n)).toBe(false);
    expect(price(60_000_000n, 61_200_000n, 10_000_000n)).toBe(true);
    expect(price(60_000_000n, 61_200_000n, 10_000_001n)).toBe(false);
  });
});
