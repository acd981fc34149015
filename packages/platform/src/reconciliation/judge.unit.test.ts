import type { MovementState } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { foundOf } from "./found-of.ts";
import { judge } from "./judge.ts";
import { movementAt, movementsBegin } from "./movements.fixture.ts";

const { booked, stated } = movementAt(2, 1_000);
const { matchId } = booked;
const about = { provider: "sandbox", account: "collections", at: movementsBegin };
const kindsOf = (...args: Parameters<typeof judge>) => judge(...args).map(({ kind }) => kind);

const nothing = "";
const other = "other-state";

describe("a movement that both sides know", () => {
  it.each<[MovementState, Record<MovementState, string>]>([
    ["pending", { pending: nothing, settled: other, failed: nothing, reversed: other }],
    ["settled", { pending: other, settled: nothing, failed: other, reversed: other }],
    // What we gave up may still be paid as long as it is on its way there.
    ["failed", { pending: other, settled: other, failed: nothing, reversed: other }],
    ["reversed", { pending: other, settled: other, failed: other, reversed: nothing }],
  ])("is %s at us", (state, expected) => {
    for (const theirs of ["pending", "settled", "failed", "reversed"] as const) {
      const sides = {
        matchId,
        booked: [{ ...booked, state }],
        stated: [{ ...stated, state: theirs }],
      };
      expect([theirs, kindsOf(sides).join()]).toEqual([theirs, expected[theirs]]);
    }
  });

  it("can differ in amount, fee, currency and kind", () => {
    const line = (changes: Partial<typeof stated>) =>
      kindsOf({ matchId, booked: [booked], stated: [{ ...stated, ...changes }] });
    expect(line({ amount: 1n })).toEqual(["other-amount"]);
    expect(line({ fee: 1n })).toEqual(["other-fee"]);
    expect(line({ amount: 1n, fee: 1n })).toEqual(["other-amount", "other-fee"]);
    expect(line({ currency: "SATS" })).toEqual(["other-amount"]);
    expect(line({ kind: "collection", amount: 1n })).toEqual(["other-kind"]);
  });

  it("is not compared in amount or fee where nothing has moved", () => {
    for (const state of ["pending", "failed"] as const) {
      const other = { ...stated, state, amount: 1n, fee: 1n };
      expect(kindsOf({ matchId, booked: [{ ...booked, state }], stated: [other] })).toEqual([]);
    }
  });

  it.each<[string, MovementState, MovementState, readonly string[]]>([
    ["came back and is told as under way too", "reversed", "pending", []],
    ["is under way and is told as failed too, as we have it", "failed", "pending", ["other-state"]],
  ])(
    "that %s is the first of them, in whatever order they are told",
    (_what, ours, beside, kinds) => {
      const line = { ...stated, state: ours };
      const other = { ...stated, state: beside };
      for (const lines of [
        [line, other],
        [other, line],
      ]) {
        expect(kindsOf({ matchId, booked: [{ ...booked, state: ours }], stated: lines })).toEqual(
          kinds,
        );
      }
    },
  );

  it("is doubled where the provider has it once more, and not where the copy never moved", () => {
    const copy = (state: MovementState) =>
      kindsOf({ matchId, booked: [booked], stated: [stated, { ...stated, state }] });
    expect(copy("settled")).toEqual(["doubled"]);
    expect(copy("failed")).toEqual([]);
  });

  it("is doubled once for each copy: what is said of one is said of no other", () => {
    const lines = [stated, stated, { ...stated, amount: 7n }];
    const idsOf = (found: ReturnType<typeof judge>) =>
      found.map((one) => foundOf(one, about, undefined).differenceId);
    const doubled = judge({ matchId, booked: [booked], stated: lines });
    expect(doubled.map(({ kind, stated: line }) => [kind, line?.amount])).toEqual([
      ["doubled", stated.amount],
      ["doubled", 7n],
    ]);
    expect(new Set(idsOf(doubled)).size).toBe(2);
    const fewer = judge({ matchId, booked: [booked], stated: lines.slice(0, 2) });
    expect(idsOf(fewer)).toEqual(idsOf(doubled).slice(0, 1));
    expect(kindsOf({ matchId, booked: [], stated: lines })).toEqual(
      lines.map(() => "missing-at-us"),
    );
    expect(kindsOf({ matchId, booked: [booked, booked], stated: [] })).toEqual([
      "missing-at-provider",
      "missing-at-provider",
    ]);
  });
});

describe("a movement that we have booked twice", () => {
  const copyOf = (state: MovementState) => ({ ...booked, state, subjectId: "another" });

  it("misses at the provider what only one of the two can be", () => {
    const sides = { matchId, booked: [booked, copyOf("settled")], stated: [stated] };
    expect(judge(sides)).toEqual([
      { kind: "missing-at-provider", matchId, booked: copyOf("settled"), stated: null },
    ]);
    expect(kindsOf({ matchId, booked: [booked, copyOf("failed")], stated: [stated] })).toEqual([]);
  });

  it("misses nothing where the provider states both", () => {
    const both = [stated, { ...stated, reference: "another" }];
    expect(kindsOf({ matchId, booked: [booked, copyOf("settled")], stated: both })).toEqual([]);
  });
});

describe("a movement that failed at first and moved then, under the same name", () => {
  const failed = { state: "failed" } as const;
  const either = <One>(one: One, other: One): readonly (readonly One[])[] => [
    [one, other],
    [other, one],
  ];

  it.each(either(stated, { ...stated, ...failed }))(
    "agrees where we have booked what moved, in whatever order it is stated",
    (...lines) => {
      expect(kindsOf({ matchId, booked: [booked], stated: lines })).toEqual([]);
      const given = [{ ...booked, ...failed }];
      expect(kindsOf({ matchId, booked: given, stated: lines })).toEqual(["other-state"]);
    },
  );

  it.each(either(booked, { ...booked, ...failed }))(
    "agrees with the line of what moved, in whatever order it is booked",
    (...ours) => {
      expect(kindsOf({ matchId, booked: ours, stated: [stated] })).toEqual([]);
      expect(kindsOf({ matchId, booked: ours, stated: [] })).toEqual(["missing-at-provider"]);
    },
  );
});

describe("a movement that one side alone knows", () => {
  it.each([
    ["pending", "missing-at-us", ""],
    ["settled", "missing-at-us", "missing-at-provider"],
    ["failed", "", ""],
    ["reversed", "missing-at-us", "missing-at-provider"],
  ] as const)("is %s", (state, atThem, atUs) => {
    expect(kindsOf({ matchId, booked: [], stated: [{ ...stated, state }] }).join()).toBe(atThem);
    expect(kindsOf({ matchId, booked: [{ ...booked, state }], stated: [] }).join()).toBe(atUs);
  });

  it("is missing at us where it failed at first and moved then under the same name", () => {
    const failed = { ...stated, state: "failed" } as const;
    expect(kindsOf({ matchId, booked: [], stated: [failed, stated] })).toEqual(["missing-at-us"]);
    expect(kindsOf({ matchId, booked: [], stated: [stated, failed] })).toEqual(["missing-at-us"]);
  });

  it.each(["collection", "capture"] as const)(
    "is a %s that nobody has paid yet: no money came, and none is missing",
    (kind) => {
      const kinds = (line: Partial<typeof stated>) =>
        kindsOf({ matchId, booked: [], stated: [{ ...stated, kind, ...line }] });
      expect(kinds({ state: "pending" })).toEqual([]);
      expect(kinds({ state: "settled" })).toEqual(["missing-at-us"]);
      const ours = { ...booked, kind };
      const theirs = { ...stated, kind, state: "pending" } as const;
      expect(kindsOf({ matchId, booked: [ours], stated: [theirs] })).toEqual(["other-state"]);
    },
  );

  it("is none of ours where the owner moved money by hand", () => {
    const line = { ...stated, kind: "transfer-out" } as const;
    expect(judge({ matchId, booked: [], stated: [line] })).toEqual([]);
  });
});
