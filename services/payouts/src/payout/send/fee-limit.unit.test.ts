import { sats } from "@sanu/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { feeLimitOf } from "./fee-limit.ts";

const terms = {
  feeLimitBasisPoints: 100n,
  feeLimitFloorSats: sats(500n),
  attemptsMax: 3,
  retryPauseMs: 1_000,
};

it.each([
  [1n, 500n],
  [50_000n, 500n],
  [50_199n, 501n],
  [1_000_000n, 10_000n],
])("limits the fee of %s sats to %s", (amount, limit) => {
  expect(feeLimitOf(sats(amount), terms)).toBe(limit);
});

it("never allows less than the floor, nor more than the share above it", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (amount) => {
      const limit = feeLimitOf(sats(amount), terms);
      expect(limit).toBeGreaterThanOrEqual(terms.feeLimitFloorSats);
      expect(limit === terms.feeLimitFloorSats || limit * 100n <= amount).toBe(true);
    }),
  );
});
