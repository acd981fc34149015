import { describe, expect, it } from "vitest";
import { type Decider, fold } from "./decider.ts";
import { accepted, type Decision, nothingNew, refused } from "./decision.ts";
import { unreachable } from "./unreachable.ts";

type Event = { readonly type: "Counted"; readonly by: bigint };

const counter: Decider<bigint, bigint, Event, "too-many"> = {
  initial: 0n,
  decide: (state, by): Decision<Event, "too-many"> => {
    if (by === 0n) return nothingNew();
    return state + by > 10n
      ? refused("too-many", { countMax: "10" })
      : accepted({ type: "Counted", by });
  },
  evolve: (state, event) => state + event.by,
};

describe("a decider", () => {
  it("folds its facts, oldest first, from where it starts", () => {
    const counted = (by: bigint): Event => ({ type: "Counted", by });

    expect(fold(counter, [])).toBe(0n);
    expect(fold(counter, [counted(1n), counted(2n)])).toBe(3n);
    expect(fold(counter, [counted(4n)], 3n)).toBe(7n);
  });

  it("answers with facts, with nothing new or with a refusal, and never throws", () => {
    expect(counter.decide(0n, 4n)).toEqual({
      kind: "accepted",
      events: [{ type: "Counted", by: 4n }],
    });
    expect(counter.decide(0n, 0n)).toEqual({ kind: "nothing-new" });
    expect(counter.decide(9n, 2n)).toEqual({
      kind: "refused",
      refusal: { code: "too-many", params: { countMax: "10" } },
    });
  });

  it("leaves the parameters out of a refusal that has none", () => {
    expect(refused("closed")).toEqual({ kind: "refused", refusal: { code: "closed" } });
  });
});

describe("the end of an exhaustive switch", () => {
  it("names the case that reached it", () => {
    const stranger: unknown = { type: "Stranger" };

    expect(() => unreachable(stranger as never)).toThrow('Unreachable case: {"type":"Stranger"}');
  });
});
