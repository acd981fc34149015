import { instant, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import {
  type FactorsState,
  isStepUpFresh,
  refusalToAdd,
  refusalToRemove,
  refusalToRenew,
} from "./factor-rules.ts";
import { secondFactorLimits } from "./second-factor-limits.ts";

const at = instant("2026-11-21T10:00:00.000000Z");
const terms = { at, stepUpValidMs: 600_000 };
const fresh = plusMs(at, -599_999);
const stale = plusMs(at, -600_000);

const staff = (changes: Partial<FactorsState> = {}): FactorsState => ({
  factorIds: ["app"],
  isStaff: true,
  isMachine: false,
  secondFactorAt: fresh,
  ...changes,
});

describe("a machine", () => {
  it("has no second factor, so that whoever knows its password is no second person", () => {
    expect(refusalToAdd(staff({ factorIds: [], isMachine: true }), terms)).toBe("forbidden");
    expect(refusalToAdd(staff({ isMachine: true }), terms)).toBe("forbidden");
  });
});

describe("a proof of a second factor", () => {
  it("is fresh for ten minutes, and not without a proof", () => {
    expect(isStepUpFresh(at, terms)).toBe(true);
    expect(isStepUpFresh(fresh, terms)).toBe(true);
    expect(isStepUpFresh(stale, terms)).toBe(false);
    expect(isStepUpFresh(null, terms)).toBe(false);
  });
});

describe("another second factor", () => {
  it("needs the proof of one that is there; the first one cannot", () => {
    expect(refusalToAdd(staff({ factorIds: [], secondFactorAt: null }), terms)).toBeUndefined();
    expect(refusalToAdd(staff(), terms)).toBeUndefined();
    expect(refusalToAdd(staff({ secondFactorAt: stale }), terms)).toBe("step-up-required");
    expect(refusalToAdd(staff({ secondFactorAt: null }), terms)).toBe("step-up-required");
  });

  it("is one of so many", () => {
    const factorIds = Array.from({ length: secondFactorLimits.factorsMax }, (_, n) => `${n}`);
    expect(refusalToAdd(staff({ factorIds }), terms)).toBe("too-many-second-factors");
    expect(refusalToAdd(staff({ factorIds: factorIds.slice(1) }), terms)).toBeUndefined();
  });
});

describe("a second factor", () => {
  const two = { factorIds: ["app", "key"] };

  it("is removed by who has just proved one, where another one is left", () => {
    expect(refusalToRemove(staff(two), "key", terms)).toBeUndefined();
    expect(refusalToRemove(staff({ ...two, secondFactorAt: stale }), "key", terms)).toBe(
      "step-up-required",
    );
    expect(refusalToRemove(staff(two), "another", terms)).toBe("not-found");
  });

  it("is never taken from the staff where it is the last", () => {
    expect(refusalToRemove(staff(), "app", terms)).toBe("last-second-factor");
    expect(refusalToRemove(staff({ isStaff: false }), "app", terms)).toBeUndefined();
  });
});

describe("new recovery codes", () => {
  it("need the proof of a factor", () => {
    expect(refusalToRenew(staff(), terms)).toBeUndefined();
    expect(refusalToRenew(staff({ secondFactorAt: stale }), terms)).toBe("step-up-required");
    expect(refusalToRenew(staff({ factorIds: [] }), terms)).toBe("step-up-required");
  });
});
