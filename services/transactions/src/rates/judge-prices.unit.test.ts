import { basisPoints, type XofPerBtc, xofPerBtc } from "@sanu/kernel";
import { testSeed } from "@sanu/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleBands } from "../transaction/example-commands.fixture.ts";
import {
  isNear,
  type Judgement,
  type JudgeRules,
  judgePrices,
  type LastMid,
  medianOf,
  type PriceSample,
} from "./judge-prices.ts";

const rules: JudgeRules = {
  quorum: 3,
  feedStaleAfterMs: 30_000,
  clockSkewMaxMs: 10_000,
  deviationMax: basisPoints(200n),
  jumpMax: basisPoints(500n),
  jumpHoldMs: 900_000,
  bands: exampleBands,
};
const names = ["coinbase", "kraken", "bitstamp", "binance"] as const;
const rate = (value: bigint | number): XofPerBtc => xofPerBtc(BigInt(value));
const sample = (
  market: string,
  mid: bigint | number,
  more: Partial<PriceSample> = {},
): PriceSample => ({
  market,
  midXofPerBtc: rate(mid),
  requestedAgoMs: 0,
  statedAgeMs: 0,
  ...more,
});
const samplesOf = (...mids: readonly (bigint | number)[]) =>
  mids.map((mid, index) => sample(names[index] ?? `market-${index}`, mid));
const judge = (samples: readonly PriceSample[], last?: LastMid): Judgement =>
  judgePrices(samples, last, rules);
const midOf = (judgement: Judgement) =>
  judgement.kind === "trusted" ? judgement.midXofPerBtc : judgement.reason;

describe("the price of several markets", () => {
  it("is the median of those that agree", () => {
    expect(judge(samplesOf(60_000_000, 60_100_000, 59_900_000))).toEqual({
      kind: "trusted",
      midXofPerBtc: 60_000_000n,
      ageMs: 0,
      markets: ["bitstamp", "coinbase", "kraken"],
    });
    expect(midOf(judge(samplesOf(60_000_000, 60_000_004, 60_000_001, 60_000_003)))).toBe(
      60_000_002n,
    );
  });

  it("is none outside of the bands, also where all markets agree", () => {
    for (const mid of [1, 2, 4_999_999, 1_000_000_001]) {
      expect(midOf(judge(samplesOf(mid, mid, mid)))).toBe("outside-bands");
    }
    expect(midOf(judge(samplesOf(5_000_000, 5_000_000, 5_000_000)))).toBe(5_000_000n);
  });

  it("does not hear one market that says ten times or a tenth of it", () => {
    for (const odd of [600_000_000, 6_000_000, 1, 10n ** 15n]) {
      expect(midOf(judge(samplesOf(odd, 60_000_000, 60_100_000, 60_050_000)))).toBe(60_050_000n);
    }
  });

  it("is none when markets are two against two, or one of three is out of line", () => {
    expect(midOf(judge(samplesOf(60_000_000, 60_000_000, 600_000_000, 600_000_000)))).toBe(
      "no-quorum",
    );
    expect(midOf(judge(samplesOf(60_000_000, 60_000_000, 600_000_000)))).toBe("no-quorum");
  });

  it("is none without markets, and none of one market that is heard three times", () => {
    expect(midOf(judge([]))).toBe("no-quorum");
    const thrice = [1, 2, 3].map((ago) => sample("kraken", 60_000_000, { requestedAgoMs: ago }));
    expect(midOf(judge(thrice))).toBe("no-quorum");
  });

  it("has one voice of a market that is heard twice: its youngest price, whichever came first", () => {
    const old = sample("coinbase", 60_000_000, { requestedAgoMs: 2_000 });
    const young = sample("coinbase", 60_300_000, { requestedAgoMs: 1_000 });
    const others = [sample("kraken", 60_200_000), sample("bitstamp", 60_400_000)];
    const trusted = { kind: "trusted", midXofPerBtc: 60_300_000n, ageMs: 1_000 };
    expect(judge([old, young, ...others])).toMatchObject(trusted);
    expect(judge([young, old, ...others])).toMatchObject(trusted);
  });

  it("is as old as the oldest price in it, and drops what is older than allowed", () => {
    const aged = (requestedAgoMs: number, statedAgeMs: number) => [
      ...samplesOf(60_000_000, 60_000_000),
      sample("bitstamp", 60_000_000, { requestedAgoMs, statedAgeMs }),
    ];
    expect(judge(aged(10_000, 20_000))).toMatchObject({ kind: "trusted", ageMs: 30_000 });
    expect(midOf(judge(aged(10_000, 20_001)))).toBe("no-quorum");
    expect(midOf(judge(aged(30_001, 0)))).toBe("no-quorum");
  });

  it("drops a price from the future, whichever clock is wrong", () => {
    const ahead = (statedAgeMs: number) => [
      ...samplesOf(60_000_000, 60_000_000),
      sample("bitstamp", 60_000_000, { statedAgeMs }),
    ];
    // What lies a little ahead is not younger than now.
    expect(judge(ahead(-10_000))).toMatchObject({ kind: "trusted", ageMs: 0 });
    expect(midOf(judge(ahead(-10_001)))).toBe("no-quorum");
  });

  it("does not leap away from what was trusted a moment ago, until that is long ago", () => {
    const leapt = samplesOf(64_000_000, 64_000_000, 64_000_000, 64_000_000);
    const last = (ageMs: number) => ({ midXofPerBtc: rate(60_000_000), ageMs });

    expect(midOf(judge(leapt, last(900_000)))).toBe("jump");
    expect(midOf(judge(leapt, last(900_001)))).toBe(64_000_000n);
    expect(midOf(judge(samplesOf(63_000_000, 63_000_000, 63_000_000), last(0)))).toBe(63_000_000n);
  });
});

describe("the last price that was trusted", () => {
  const last = { midXofPerBtc: rate(60_000_000), ageMs: 10_000 };
  const isGone = (...mids: readonly number[]) => {
    const judgement = judge(samplesOf(...mids), last);
    return judgement.kind === "untrusted" && judgement.isLastGone;
  };

  it("is gone where as many markets as must agree have left it, also while they disagree about the next one", () => {
    expect(isGone(64_000_000, 64_000_000, 64_000_000, 64_000_000)).toBe(true);
    expect(isGone(64_000_000, 66_000_000, 68_000_000)).toBe(true);
    expect(isGone(56_000_000, 54_000_000, 52_000_000, 60_000_000)).toBe(true);
    // The middle of those that agree has leapt.
    expect(isGone(62_950_000, 63_100_000, 63_200_000)).toBe(true);
  });

  it("is not gone by the word of two, nor where nobody says anything", () => {
    expect(isGone(60_000_000, 60_000_000, 600_000_000, 600_000_000)).toBe(false);
    expect(isGone(64_000_000, 64_000_000)).toBe(false);
    expect(isGone()).toBe(false);
  });
});

describe("whatever the markets say", () => {
  const seed = testSeed();
  const runs = { seed, numRuns: 2_000 };
  /** Honest prices lie within 1 % of one another. */
  const honest = fc.bigInt({ min: 59_700_000n, max: 60_300_000n });
  const anything = fc.bigInt({ min: 1n, max: 10n ** 14n });
  const places = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
  /** Mostly one and seldom the other: nothing would be trusted of samples that are drawn from everything. */
  const mostly = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: other });
  const anySample = fc.record({
    market: fc.constantFrom(...names),
    midXofPerBtc: mostly(fc.bigInt({ min: 59_000_000n, max: 61_500_000n }), anything).map(rate),
    requestedAgoMs: mostly(
      fc.integer({ min: 0, max: 31_000 }),
      fc.integer({ min: 0, max: 60_000 }),
    ),
    statedAgeMs: mostly(
      fc.integer({ min: -10_001, max: 0 }),
      fc.integer({ min: -60_000, max: 60_000 }),
    ),
  });
  const isTrusted = (samples: readonly PriceSample[]) => judge(samples).kind === "trusted";

  it(`one liar among four never moves the price beyond the honest ones (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.tuple(honest, honest, honest), anything, places, (said, lie, order) => {
        const all = samplesOf(...said, lie);
        const judgement = judge(order.flatMap((place) => all[place] ?? []));
        const sorted = medianOrder(said);
        expect(judgement.kind).toBe("trusted");
        if (judgement.kind !== "trusted") return;
        expect(judgement.midXofPerBtc >= (sorted[0] ?? 0n)).toBe(true);
        expect(judgement.midXofPerBtc <= (sorted[2] ?? 0n)).toBe(true);
      }),
      runs,
    );
  });

  it(`the order in which they are heard does not matter (seed ${seed})`, () => {
    let trusted = 0;
    fc.assert(
      fc.property(
        fc.array(anySample, { minLength: 3, maxLength: 12 }),
        places,
        (samples, order) => {
          const once = [...new Map(samples.map((each) => [each.market, each])).values()];
          const other = order.flatMap((place) => once[place] ?? []);
          trusted += Number(isTrusted(once));
          expect(judge(other)).toEqual(judge(once));
        },
      ),
      runs,
    );
    expect(trusted).toBeGreaterThan(100);
  });

  it(`a trusted price has a quorum of fresh markets near it (seed ${seed})`, () => {
    let trusted = 0;
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 3, maxLength: 12 }), (samples) => {
        const judgement = judge(samples);
        if (judgement.kind !== "trusted") return;
        trusted += 1;
        const near = new Set(
          samples
            .filter(({ midXofPerBtc }) =>
              isNear(midXofPerBtc, judgement.midXofPerBtc, basisPoints(500n)),
            )
            .filter(({ requestedAgoMs, statedAgeMs }) => {
              return requestedAgoMs + Math.max(0, statedAgeMs) <= 30_000 && statedAgeMs >= -10_000;
            })
            .map(({ market }) => market),
        );
        expect(near.size).toBeGreaterThanOrEqual(rules.quorum);
        expect(judgement.ageMs).toBeLessThanOrEqual(rules.feedStaleAfterMs);
      }),
      runs,
    );
    expect(trusted).toBeGreaterThan(100);
  });

  it(`the median lies in the middle (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(anything.map(rate), { minLength: 1, maxLength: 9 }), (rates) => {
        const median = medianOf(rates) ?? 0n;
        const below = rates.filter((each) => each < median).length;
        const above = rates.filter((each) => each > median).length;
        expect(below).toBeLessThanOrEqual(rates.length / 2);
        expect(above).toBeLessThanOrEqual(rates.length / 2);
      }),
      runs,
    );
    expect(medianOf([])).toBeUndefined();
  });
});

function medianOrder(values: readonly bigint[]): readonly bigint[] {
  return values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
}
