import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { exampleTerms } from "../transaction/example-commands.fixture.ts";
import { ChannelBoundsSetting, termsWithin } from "./channel-bounds.ts";

describe("the bounds of a channel", () => {
  it("are read from a setting", () => {
    const bounds = ChannelBoundsSetting.parse("MTN_OPEN=500-500000,MOOV_BENIN=200-1000000");

    expect(bounds.get("MTN_OPEN")).toEqual({ minXof: 500n, maxXof: 500_000n });
    expect(bounds.size).toBe(2);
    expect(ChannelBoundsSetting.parse("").size).toBe(0);
  });

  it.each([
    "MTN_OPEN",
    "MTN_OPEN=5",
    "mtn=1-2",
    "A1=3-2",
    "A1=1-2,A1=1-3",
    "A1=1-2;B1=1-2",
    "A1=-1-2",
  ])("are not written %s", (text) => {
    expect(ChannelBoundsSetting.safeParse(text).success).toBe(false);
  });

  it("narrow the exchange's own and never widen them", () => {
    const within = (minXof: bigint, maxXof: bigint) => {
      const narrowed = termsWithin(exampleTerms, { minXof: xof(minXof), maxXof: xof(maxXof) });
      return [narrowed.amountMinXof, narrowed.amountMaxXof];
    };

    expect(within(500n, 500_000n)).toEqual([500n, 500_000n]);
    expect(within(1n, 2_000_000n)).toEqual([100n, 1_000_000n]);
    expect(termsWithin(exampleTerms, undefined)).toBe(exampleTerms);
    expect(termsWithin(exampleTerms, { minXof: null, maxXof: null })).toEqual(exampleTerms);
  });
});
