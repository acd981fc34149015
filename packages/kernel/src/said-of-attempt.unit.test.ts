import { expect, it } from "vitest";
import {
  outcomeContradictions,
  type SaidOfAttempt,
  saidOfOthers,
  withSaid,
} from "./said-of-attempt.ts";

const { contradicted, saidAgain, arrivedBefore, arrivedByLastWord, earlierArrival } =
  outcomeContradictions(
    (_state: { readonly contradictions?: readonly SaidOfAttempt[] }, said: SaidOfAttempt) => said,
  );
const never = { attemptNumber: 1, found: "never" } as const;
const arrived = { attemptNumber: 1, found: "arrived" } as const;

it("every change of a provider's mind is news, however often it goes to and fro, and what it repeats is none", () => {
  let contradictions: readonly SaidOfAttempt[] = [];
  // It had arrived: that it did not contradicts it, and that it did is what is known.
  const say = (said: SaidOfAttempt) => {
    const decision = (said === never ? contradicted : saidAgain)({ contradictions }, said);
    if (decision.kind !== "accepted") return false;
    contradictions = [...contradictions, ...decision.events];
    return true;
  };
  expect(say(arrived)).toBe(false);
  for (const said of [never, arrived, never, arrived, never]) {
    expect(say(said)).toBe(true);
    expect(say(said)).toBe(false);
  }
  expect(say({ ...arrived, attemptNumber: 2 })).toBe(false);
});

it("what was said is kept in its order, and overtaken where the money of its attempt came back", () => {
  const other = { ...arrived, attemptNumber: 2 };
  const none: { readonly contradictions?: readonly SaidOfAttempt[] } = {};
  const state = [never, other, arrived].reduce(withSaid<typeof none, SaidOfAttempt>, none);
  expect(state).toEqual({ contradictions: [never, other, arrived] });
  expect(saidOfOthers(state, 1)).toEqual([other]);
  expect(saidOfOthers(none, 1)).toEqual([]);
});

it("one that arrived ends what it belongs to until its provider takes that back, and nothing is sent behind it either way", () => {
  const second = { ...arrived, attemptNumber: 2 };
  const found = (...contradictions: readonly SaidOfAttempt[]) => ({
    before: arrivedBefore({ contradictions }),
    ends: arrivedByLastWord({ contradictions }),
    arrival: earlierArrival({ contradictions }),
  });
  expect(found(never)).toEqual({ before: undefined, ends: undefined, arrival: "none" });
  expect(found(arrived)).toEqual({ before: arrived, ends: arrived, arrival: "stands" });
  expect(found(arrived, never)).toEqual({
    before: arrived,
    ends: undefined,
    arrival: "taken-back",
  });
  expect(found(arrived, never, arrived)).toMatchObject({ ends: arrived, arrival: "stands" });
  expect(found(arrived, never, second)).toMatchObject({ ends: second, arrival: "stands" });
});
