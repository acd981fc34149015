import { xof } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReportDue, type LastReport } from "./is-report-due.ts";

const terms = { reportMs: 60_000, changeBasisPoints: 100n };
const at = (amount: bigint, atMs: number): LastReport => ({
  available: { currency: "XOF", amountXof: xof(amount) },
  atMs,
});

describe("a float is reported", () => {
  it("when nothing was said of it yet, and again each minute", () => {
    expect(isReportDue(undefined, at(5n, 0), terms)).toBe(true);
    expect(isReportDue(at(5n, 0), at(5n, 59_999), terms)).toBe(false);
    expect(isReportDue(at(5n, 0), at(5n, 60_000), terms)).toBe(true);
  });

  it("at once when it changed by a hundredth, up or down", () => {
    expect(isReportDue(at(10_000n, 0), at(9_901n, 1), terms)).toBe(false);
    expect(isReportDue(at(10_000n, 0), at(9_900n, 1), terms)).toBe(true);
    expect(isReportDue(at(10_000n, 0), at(10_100n, 1), terms)).toBe(true);
  });

  it("at once when it was filled from nothing, or emptied", () => {
    expect(isReportDue(at(0n, 0), at(1n, 1), terms)).toBe(true);
    expect(isReportDue(at(1n, 0), at(0n, 1), terms)).toBe(true);
    expect(isReportDue(at(0n, 0), at(0n, 1), terms)).toBe(false);
  });

  it("so that what was reported last is never further from the truth than a hundredth of it", () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1 });
    fc.assert(
      fc.property(amounts, (observed) => {
        let last: LastReport | undefined;
        for (const amount of observed) {
          const now = at(amount, 0);
          if (isReportDue(last, now, terms)) last = now;
          const reported = last?.available.currency === "XOF" ? last.available.amountXof : -1n;
          const off = reported > amount ? reported - amount : amount - reported;
          expect(off === 0n || off * 100n < reported).toBe(true);
        }
      }),
    );
  });
});
