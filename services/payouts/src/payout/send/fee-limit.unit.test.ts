import { sats } from "@sanu/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { feeLimitOf } from "./fee-limit.ts";

const terms = { feeLimitBasisPoints: 100n, attemptsMax: 3, retryPauseMs: 1_000 };

it.each([
  [1n, 0n],
  [99n, 0n],
  [100n, 1n],
  [50_199n, 501n],
  [1_000_000n, 10_000n],
])("limits the fee of %s sats to %s where nothing was agreed", (amount, limit) => {
  expect(feeLimitOf({ amountSats: sats(amount) }, terms)).toBe(limit);
});

it("is what was agreed, however little or much that is", () => {
  const amountSats = sats(16_339n);
  for (const feeLimitSats of [sats(0n), sats(3n), sats(326n)]) {
    expect(feeLimitOf({ amountSats, feeLimitSats }, terms)).toBe(feeLimitSats);
  }
});

it("never allows more than the share of an amount", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (amount) => {
      expect(feeLimitOf({ amountSats: sats(amount) }, terms) * 100n <= amount).toBe(true);
    }),
  );
});
