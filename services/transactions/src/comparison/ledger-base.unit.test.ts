import { describe, expect, it } from "vitest";
import { baseOf, narrowed } from "./ledger-base.ts";

const begun = { base: 1_000n, slack: 300n };
const quiet = { stated: 1_350n, ledger: 200n, moreAtMost: 0n, lessAtMost: 0n };
const unsettled = (either: bigint) => ({ moreAtMost: either, lessAtMost: either });

describe("what our accounts held when comparing began", () => {
  it("is known exactly at the first moment at which nothing is under way", () => {
    expect(narrowed(begun, quiet)).toEqual({ base: 1_150n, slack: 0n });
    expect(narrowed({ base: 1_150n, slack: 0n }, { ...quiet, stated: 1_349n })).toEqual({
      base: 1_150n,
      slack: 0n,
    });
  });

  it("is known better with each look that leaves less open, and holds whatever both allow", () => {
    // Between 700 and 1 300, and now between 1 050 and 1 250.
    expect(narrowed(begun, { ...quiet, ...unsettled(100n) })).toEqual({
      base: 1_150n,
      slack: 100n,
    });
    // Between 1 250 and 1 450 by this look: what is left lies between 1 250 and 1 300.
    expect(narrowed(begun, { stated: 1_550n, ledger: 200n, ...unsettled(100n) })).toEqual({
      base: 1_275n,
      slack: 25n,
    });
    expect(narrowed(begun, { ...quiet, ...unsettled(99n) })).toEqual({ base: 1_150n, slack: 99n });
    expect(narrowed({ base: 0n, slack: 2n }, { stated: 2n, ledger: 0n, ...unsettled(1n) })).toEqual(
      {
        base: 2n,
        slack: 1n,
      },
    );
  });

  it("lies where orders that may still be paid leave it: not above what is held without them", () => {
    expect(baseOf({ ...quiet, moreAtMost: 400n })).toEqual({ base: 950n, slack: 200n });
    // Between 700 and 1 300, and not above 1 160 by this look.
    const look = { ...quiet, moreAtMost: 800n, lessAtMost: 10n };
    expect(narrowed(begun, look)).toEqual({ base: 930n, slack: 230n });
  });

  it("is not moved by a look that says less, or that contradicts it", () => {
    expect(narrowed(begun, { ...quiet, ...unsettled(900n) })).toEqual(begun);
    expect(narrowed(begun, { stated: 1_501n, ledger: 200n, ...unsettled(0n) })).toEqual(begun);
  });
});
