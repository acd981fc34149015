import {
  basisPoints,
  buyRate,
  sats,
  satsBoughtFor,
  satsSoldFor,
  sellRate,
  xof,
  xofPerBtc,
} from "@sanu/kernel";
import { testSeed } from "@sanu/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buyingAt, mid, sellingAt } from "./example-rates.fixture.ts";
import { quotedAmounts, quotedFees } from "./quote-terms.ts";

const rates = { BUY_BITCOIN: buyingAt(mid), SELL_BITCOIN: sellingAt(mid) } as const;

describe("the amounts of a quote", () => {
  it("are those of a transaction of the same XOF", () => {
    const asked = { currency: "XOF", amountXof: xof(10_000n) } as const;

    expect(quotedAmounts("BUY_BITCOIN", asked, rates.BUY_BITCOIN).amountSats).toBe(16_339n);
    expect(quotedAmounts("SELL_BITCOIN", asked, rates.SELL_BITCOIN).amountSats).toBe(17_007n);
  });

  it("buy at least the sats that are asked for, and sell no more than them", () => {
    const seed = testSeed();
    fc.assert(
      fc.property(
        fc.bigInt({ min: 3n, max: 10n ** 12n }),
        fc.bigInt({ min: 1_000n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 5_000n }),
        (amountSats, middle, points) => {
          const asked = { currency: "SATS", amountSats: sats(amountSats) } as const;
          const spread = basisPoints(points);
          const buy = buyRate(xofPerBtc(middle), spread);
          const bought = quotedAmounts("BUY_BITCOIN", asked, buy);
          expect(bought.amountSats).toBe(satsBoughtFor(bought.amountXof, buy));
          expect(bought.amountSats >= amountSats).toBe(true);
          expect(satsBoughtFor(xof(bought.amountXof - 1n), buy) < amountSats).toBe(true);

          const sell = sellRate(xofPerBtc(middle), spread);
          const sold = quotedAmounts("SELL_BITCOIN", asked, sell);
          expect(sold.amountSats).toBe(satsSoldFor(sold.amountXof, sell));
          expect(sold.amountSats <= amountSats).toBe(true);
          expect(satsSoldFor(xof(sold.amountXof + 1n), sell) > amountSats).toBe(true);
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });
});

describe("the fee lines of a quote", () => {
  it("explain what the rate costs against the middle, and add nothing to it", () => {
    const asked = { currency: "XOF", amountXof: xof(10_000n) } as const;
    const buy = quotedAmounts("BUY_BITCOIN", asked, rates.BUY_BITCOIN);
    const lines = quotedFees("BUY_BITCOIN", { ...buy, midXofPerBtc: mid }, basisPoints(10n));

    // 16 339 sats are worth 9 803 XOF at the middle.
    expect(lines).toEqual([
      { kind: "spread", amount: 187, currency_code: "XOF", included: true },
      { kind: "network", amount: 10, currency_code: "XOF", included: true },
    ]);
    const sell = quotedAmounts("SELL_BITCOIN", asked, rates.SELL_BITCOIN);
    expect(quotedFees("SELL_BITCOIN", { ...sell, midXofPerBtc: mid }, basisPoints(0n))).toEqual([
      { kind: "spread", amount: 204, currency_code: "XOF", included: true },
      { kind: "network", amount: 0, currency_code: "XOF", included: true },
    ]);
  });

  it("never say more than the rate covers, nor less than nothing", () => {
    const seed = testSeed();
    fc.assert(
      fc.property(
        fc.constantFrom("BUY_BITCOIN" as const, "SELL_BITCOIN" as const),
        fc.bigInt({ min: 100n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 9_000n }),
        fc.bigInt({ min: 0n, max: 9_000n }),
        (type, amount, spread, fee) => {
          const points = basisPoints(spread);
          const rate = type === "BUY_BITCOIN" ? buyRate(mid, points) : sellRate(mid, points);
          const asked = { currency: "XOF", amountXof: xof(amount) } as const;
          const quoted = quotedAmounts(type, asked, rate);
          const worth = (quoted.amountSats * mid) / 100_000_000n;
          const covered = type === "BUY_BITCOIN" ? amount - worth : worth - amount;
          const lines = quotedFees(type, { ...quoted, midXofPerBtc: mid }, basisPoints(fee));
          const [spreadXof = -1, networkXof = -1] = lines.map((line) => line.amount);
          expect(BigInt(spreadXof + networkXof)).toBe(covered);
          expect(Math.min(spreadXof, networkXof)).toBeGreaterThanOrEqual(0);
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });
});
