import { basisPoints, xofPerBtc } from "@sanu/kernel";
import { testClock, testSeed } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { createSandboxRound, type SandboxMarket, sandboxMidAt } from "./sandbox-round.ts";

const still: SandboxMarket = {
  midXofPerBtc: xofPerBtc(60_000_000n),
  moves: basisPoints(0n),
  drift: basisPoints(0n),
  seed: 1,
};
const seed = testSeed();
const moving: SandboxMarket = { ...still, moves: basisPoints(100n), seed };
const seconds = Array.from(
  { length: 3_600 },
  (_none, second) => 1_795_255_200_000 + second * 1_000,
);

describe(`the sandbox's market (seed ${seed})`, () => {
  it("stands still unless it is told to move", async () => {
    expect(new Set(seconds.map((moment) => sandboxMidAt(still, moment)))).toEqual(
      new Set([60_000_000n]),
    );
    expect(await createSandboxRound(still, testClock()).readPrices(undefined)).toMatchObject({
      kind: "trusted",
      midXofPerBtc: 60_000_000n,
    });
  });

  it("moves as seed and time say, the same on every machine", () => {
    const one = seconds.map((moment) => sandboxMidAt(moving, moment));
    const other = seconds.map((moment) => sandboxMidAt({ ...moving }, moment));

    expect(one).toEqual(other);
    expect(new Set(one).size).toBeGreaterThan(1_000);
    expect(
      seconds.map((moment) => sandboxMidAt({ ...moving, seed: seed + 1 }, moment)),
    ).not.toEqual(one);
  });

  it("drifts over days, and stands still for six hours", () => {
    const drifting: SandboxMarket = { ...still, drift: basisPoints(1_000n), seed };
    const start = 1_795_240_800_000;
    const hours = Array.from({ length: 60 * 24 }, (_none, hour) => start + hour * 3_600_000);
    const rates = hours.map((moment) => sandboxMidAt(drifting, moment));

    expect(rates.every((rate) => rate >= 54_000_000n && rate <= 66_000_000n)).toBe(true);
    expect(new Set(rates).size).toBeGreaterThan(200);
    for (let hour = 0; hour < rates.length; hour += 6) {
      expect(new Set(rates.slice(hour, hour + 6)).size).toBe(1);
    }
  });

  it("stays within its bounds and never leaps", () => {
    const rates = seconds.map((moment) => sandboxMidAt(moving, moment));

    expect(rates.every((rate) => rate >= 59_400_000n && rate <= 60_600_000n)).toBe(true);
    for (const [index, rate] of rates.entries()) {
      const step = rate - (rates[index - 1] ?? rate);
      expect(step < 0n ? -step : step).toBeLessThanOrEqual(20_001n);
    }
  });
});
