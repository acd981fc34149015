import fc from "fast-check";
import { expect, it } from "vitest";
import { feeShare } from "./fee-share.ts";

it("divides a fee into shares that differ by a satoshi at most and are exactly the fee together", () => {
  const fees = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n });
  fc.assert(
    fc.property(fees, fc.integer({ min: 1, max: 100 }), (fee, of) => {
      const shares = Array.from({ length: of }, (_, at) => feeShare(fee, { at, of }));
      expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(fee);
      expect(shares.every((share, at) => at === 0 || share <= (shares[at - 1] ?? 0n))).toBe(true);
      expect((shares[0] ?? 0n) - (shares.at(-1) ?? 0n)).toBeLessThanOrEqual(1n);
    }),
  );
});
