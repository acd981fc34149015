import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { remainingPercent } from "./query.ts";

describe("what remains of a month", () => {
  it.each([
    [200_000n, 0n, 100],
    [200_000n, 1n, 99],
    [200_000n, 100_000n, 50],
    [200_000n, 199_999n, 0],
    [200_000n, 200_000n, 0],
    [200_000n, 300_000n, 0],
    [0n, 0n, 0],
  ])("of %d, with %d taken, is %d percent", (limit, taken, percent) => {
    expect(remainingPercent(limit, taken)).toBe(percent);
  });

  it("is a whole number from 0 to 100 that never rounds up", () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(amounts, amounts, (limit, taken) => {
        const percent = remainingPercent(limit, taken);
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        if (taken <= limit)
          expect(BigInt(percent) * limit).toBeLessThanOrEqual(100n * (limit - taken));
      }),
    );
  });
});
