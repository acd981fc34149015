import { basisPoints, type Instant, instant, xofPerBtc } from "@sanu/kernel";
import { testClock } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { housePrices } from "./house-prices.ts";

const settings = {
  rateSource: "sandbox",
  sandboxMidXofPerBtc: xofPerBtc(60_000_000n),
  rateStaleAfterMs: 60_000,
  spread: { buy: basisPoints(200n), sell: basisPoints(100n) },
} as const;

describe("the house's prices", () => {
  const clock = testClock();
  const sourceAsOf = (asOf: Instant) => ({
    findMid: () => ({ midXofPerBtc: xofPerBtc(50_000_000n), asOf }),
  });

  it("put each direction's spread on its side of the middle", () => {
    const prices = housePrices(settings, clock);

    expect(prices.findRate("BUY_BITCOIN")).toBe(61_200_000n);
    expect(prices.findRate("SELL_BITCOIN")).toBe(59_400_000n);
  });

  it("are none while the market is closed", () => {
    const closed = housePrices({ ...settings, rateSource: "closed" }, clock);

    expect(closed.findRate("BUY_BITCOIN")).toBeNull();
  });

  it("are none once the middle is too old", () => {
    const fresh = housePrices(settings, clock, sourceAsOf(instant("2026-11-21T09:59:00.000000Z")));
    const stale = housePrices(settings, clock, sourceAsOf(instant("2026-11-21T09:58:59.999000Z")));

    expect(fresh.findRate("BUY_BITCOIN")).toBe(51_000_000n);
    expect(stale.findRate("BUY_BITCOIN")).toBeNull();
  });
});
