import { describe, expect, it } from "vitest";
import { type ComparedBalance, judgeBalance } from "./judge-balance.ts";

/** 1 000 lay there at first; since then 200 came in. */
const agreeing: ComparedBalance = {
  stated: 1_200n,
  base: 1_000n,
  ledger: 200n,
  moreAtMost: 0n,
  lessAtMost: 0n,
  tolerance: 10n,
  known: 0n,
  suspected: 0n,
};
const judged = (changes: Partial<ComparedBalance>) => judgeBalance({ ...agreeing, ...changes });

describe("the balance of our accounts", () => {
  it("agrees with the ledger up to the tolerance and what is on its way", () => {
    expect(judged({})).toEqual({ kind: "agrees" });
    expect(judged({ stated: 1_190n })).toEqual({ kind: "agrees" });
    expect(judged({ stated: 1_700n, moreAtMost: 490n })).toEqual({ kind: "agrees" });
    expect(judged({ stated: 700n, lessAtMost: 490n })).toEqual({ kind: "agrees" });
  });

  it("is suspected when it differs, and differs when it does so again", () => {
    expect(judged({ stated: 1_189n })).toEqual({ kind: "suspected", difference: -11n });
    expect(judged({ stated: 1_189n, suspected: -15n })).toEqual({
      kind: "differs",
      difference: -11n,
    });
    // Another difference than the one that was seen is seen for the first time.
    expect(judged({ stated: 1_500n, suspected: -15n })).toEqual({
      kind: "suspected",
      difference: 300n,
    });
    // However much may be on its way: what is missing now did not come in then.
    expect(judged({ stated: 700n, lessAtMost: 400n, moreAtMost: 500n, suspected: 15n })).toEqual({
      kind: "suspected",
      difference: -500n,
    });
  });

  it("differs however fast it grows: who drains an account does not do it evenly", () => {
    expect(judged({ stated: 700n, suspected: -100n })).toEqual({
      kind: "differs",
      difference: -500n,
    });
    expect(judged({ stated: 200n, known: -500n, suspected: -600n })).toEqual({
      kind: "differs",
      difference: -1_000n,
    });
  });

  it("is told once, and again when the difference grows", () => {
    expect(judged({ stated: 1_100n, known: -100n })).toEqual({ kind: "agrees" });
    expect(judged({ stated: 1_300n, known: 100n })).toEqual({ kind: "agrees" });
    expect(judged({ stated: 1_211n, known: 100n, lessAtMost: 90n })).toEqual({ kind: "agrees" });
    expect(judged({ stated: 1_000n, known: -100n, suspected: -200n })).toEqual({
      kind: "differs",
      difference: -200n,
    });
  });

  it("is resolved when the difference is gone, and not by what may be on its way", () => {
    expect(judged({ stated: 1_190n, known: -100n })).toEqual({ kind: "resolved" });
    expect(judged({ stated: 1_210n, known: 100n })).toEqual({ kind: "resolved" });
    expect(judged({ stated: 1_150n, known: -100n, moreAtMost: 500n })).toEqual({ kind: "agrees" });
  });

  it("lacks what is missing however much others may still pay us", () => {
    const lacking = { stated: 1_100n, moreAtMost: 1_000_000n };
    expect(judged(lacking)).toEqual({ kind: "suspected", difference: -100n });
    expect(judged({ ...lacking, suspected: -90n })).toEqual({ kind: "differs", difference: -100n });
    const exceeding = { stated: 1_300n, lessAtMost: 1_000_000n };
    expect(judged({ ...exceeding, suspected: 90n })).toEqual({ kind: "differs", difference: 100n });
  });
});
