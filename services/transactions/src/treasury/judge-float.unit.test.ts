import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exposureOf, judgeFloat, type KnownFloat } from "./judge-float.ts";

const marks = { low: 500n, staleAfterMs: 180_000 };
const float = (changes: Partial<KnownFloat> = {}): KnownFloat => ({
  available: 1_000n,
  heldBack: 100n,
  free: 900n,
  ageMs: 0,
  breaker: "closed",
  probesLeft: 0,
  ...changes,
});
const stateOf = (changes: Partial<KnownFloat>) => {
  const { state, because } = judgeFloat(float(changes), marks);
  return `${state} ${because}`;
};

describe("a float", () => {
  it("is open while enough of it is free", () => {
    expect(judgeFloat(float(), marks)).toEqual({
      state: "open",
      because: null,
      promised: 0n,
      short: 0n,
    });
  });

  it("is low below its mark, and closed once all above the closed mark is promised", () => {
    expect(stateOf({ free: 400n })).toBe("open null");
    expect(stateOf({ free: 399n })).toBe("low low");
    expect(stateOf({ free: 1n })).toBe("low low");
    expect(stateOf({ free: 0n })).toBe("closed promised");
  });

  it("is closed while it was not reported for too long, and while its payouts fail", () => {
    expect(stateOf({ ageMs: 180_000 })).toBe("open null");
    expect(stateOf({ ageMs: 180_001 })).toBe("closed stale");
    expect(stateOf({ breaker: "open" })).toBe("closed failing");
    expect(stateOf({ breaker: "half-open", probesLeft: 1 })).toBe("open null");
    expect(stateOf({ breaker: "half-open", probesLeft: 0 })).toBe("closed failing");
  });

  it("says what is promised, and what of it is not there", () => {
    expect(judgeFloat(float({ free: 0n }), marks)).toMatchObject({ promised: 900n, short: 0n });
    expect(judgeFloat(float({ free: -300n }), marks)).toMatchObject({
      promised: 1_200n,
      short: 200n,
    });
  });

  it("is short exactly where more is promised than is there, and is closed then", () => {
    const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    const positive = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(positive, positive, amount, (available, heldBack, free) => {
        const judged = judgeFloat(float({ available, heldBack, free }), marks);
        expect(judged.promised + free + heldBack).toBe(available);
        expect(judged.short > 0n).toBe(judged.promised > available);
        if (judged.short > 0n) expect(judged.state).toBe("closed");
      }),
    );
  });
});

describe("the exposure", () => {
  it("is how far all floats of a currency together lie over or under the target", () => {
    const floats = [{ available: 700n }, { available: 200n }];
    expect(exposureOf(floats, 1_000n)).toEqual({ held: 900n, over: -100n });
    expect(exposureOf(floats, null)).toEqual({ held: 900n, over: null });
  });
});
