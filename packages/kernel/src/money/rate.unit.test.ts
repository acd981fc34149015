import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  basisPoints,
  buyRate,
  satsBoughtFor,
  satsSoldFor,
  sellRate,
  xofPerBtc,
  xofToBuy,
  xofWorthOf,
} from "./rate.ts";
import { SATS_PER_BTC, sats } from "./sats.ts";
import { xof } from "./xof.ts";

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(xof);
const rates = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(xofPerBtc);
const spreads = fc.bigInt({ min: 0n, max: 9_999n }).map(basisPoints);

describe("converting between XOF and satoshis", () => {
  it("gives the satoshis of the sample order", () => {
    const rate = xofPerBtc(61_200_000n);

    expect(satsBoughtFor(xof(10_000n), rate)).toBe(16_339n);
    expect(satsSoldFor(xof(10_000n), rate)).toBe(16_340n);
    expect(xofWorthOf(sats(16_339n), rate)).toBe(9_999n);
  });

  it("gives one whole bitcoin for exactly its price, in both directions", () => {
    const rate = xofPerBtc(60_000_000n);

    expect(satsBoughtFor(xof(60_000_000n), rate)).toBe(SATS_PER_BTC);
    expect(satsSoldFor(xof(60_000_000n), rate)).toBe(SATS_PER_BTC);
  });

  it("never sells a sat that was not paid for, and never keeps back a whole one", () => {
    fc.assert(
      fc.property(amounts, rates, (amountXof, rate) => {
        const bought = satsBoughtFor(amountXof, rate);
        expect(bought * rate <= amountXof * SATS_PER_BTC).toBe(true);
        expect((bought + 1n) * rate > amountXof * SATS_PER_BTC).toBe(true);
      }),
    );
  });

  it("asks a seller for enough satoshis, and for less than one too many", () => {
    fc.assert(
      fc.property(amounts, rates, (amountXof, rate) => {
        const sold = satsSoldFor(amountXof, rate);
        expect(sold * rate >= amountXof * SATS_PER_BTC).toBe(true);
        expect(sold === 0n || (sold - 1n) * rate < amountXof * SATS_PER_BTC).toBe(true);
      }),
    );
  });

  it("names the least XOF that buy a number of satoshis", () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const wanted = sats(amount);
        const needed = xofToBuy(wanted, rate);
        expect(satsBoughtFor(needed, rate) >= wanted).toBe(true);
        expect(needed === 0n || satsBoughtFor(xof(needed - 1n), rate) < wanted).toBe(true);
      }),
    );
  });

  it("never makes money out of a round trip", () => {
    fc.assert(
      fc.property(amounts, rates, (amountXof, rate) => {
        expect(xofWorthOf(satsBoughtFor(amountXof, rate), rate) <= amountXof).toBe(true);
      }),
    );
  });

  it("gives more satoshis for more money", () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (one, other, rate) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(satsBoughtFor(less, rate) <= satsBoughtFor(more, rate)).toBe(true);
      }),
    );
  });
});

describe("spreading a rate", () => {
  it("takes the spread on both sides of the mid rate", () => {
    expect(buyRate(xofPerBtc(60_000_000n), basisPoints(200n))).toBe(61_200_000n);
    expect(sellRate(xofPerBtc(60_000_000n), basisPoints(200n))).toBe(58_800_000n);
  });

  it("rounds both sides in favour of the exchange", () => {
    expect(buyRate(xofPerBtc(101n), basisPoints(1n))).toBe(102n);
    expect(sellRate(xofPerBtc(101n), basisPoints(1n))).toBe(100n);
  });

  it("never sells above the buy rate", () => {
    const mids = fc.bigInt({ min: 10_000n, max: 10n ** 12n }).map(xofPerBtc);
    fc.assert(
      fc.property(mids, spreads, (mid, spread) => {
        expect(sellRate(mid, spread) <= mid).toBe(true);
        expect(buyRate(mid, spread) >= mid).toBe(true);
      }),
    );
  });
});

describe("making money and rates", () => {
  it("refuses what cannot be", () => {
    expect(() => xof(-1n)).toThrow(RangeError);
    expect(() => sats(-1n)).toThrow(RangeError);
    expect(() => xofPerBtc(0n)).toThrow(RangeError);
    expect(() => basisPoints(-1n)).toThrow(RangeError);
    expect(() => basisPoints(10_000n)).toThrow(RangeError);
  });
});
