import { fold } from "@sanu/kernel";
import { expect, it } from "vitest";
import { difference } from "./difference.ts";
import type { DifferenceEvent } from "./difference-events.ts";
import { foundOf } from "./found-of.ts";
import { movementAt, movementsBegin } from "./movements.fixture.ts";

const about = { provider: "sandbox", account: "collections", at: movementsBegin };
const { booked } = movementAt(1, 1_000);
const found = foundOf(
  { kind: "missing-at-provider", matchId: booked.matchId, booked, stated: null },
  about,
  undefined,
);

function after(...events: readonly DifferenceEvent[]) {
  const state = fold(difference, events);
  return (command: Parameters<typeof difference.decide>[1]) => {
    const decision = difference.decide(state, command);
    return decision.kind === "accepted" ? decision.events.map(({ type }) => type) : decision.kind;
  };
}

it("is found once, however often it is seen, and again after it was resolved", () => {
  const resolve = { kind: "resolve", at: movementsBegin } as const;
  const resolved = difference.decide(fold(difference, [found]), resolve);
  if (resolved.kind !== "accepted") throw new Error("It is not resolved");

  expect(after()({ kind: "find", found })).toEqual(["StatementDifferenceFound"]);
  expect(after(found)({ kind: "find", found })).toBe("nothing-new");
  expect(after(found)(resolve)).toEqual(["StatementDifferenceResolved"]);
  expect(after(found, ...resolved.events)(resolve)).toBe("nothing-new");
  expect(after(found, ...resolved.events)({ kind: "find", found })).toEqual([
    "StatementDifferenceFound",
  ]);
  expect(after()(resolve)).toBe("nothing-new");
  // A log that begins with the end of one is broken.
  expect(() => fold(difference, resolved.events)).toThrow("A difference begins with its finding");
});

it("has the same id in every run, and another one for another account, kind or movement", () => {
  const idOf = (changes: object) =>
    foundOf(
      { kind: "missing-at-provider", matchId: "m", booked, stated: null, ...changes },
      { ...about, ...changes },
      undefined,
    ).differenceId;

  expect(idOf({ at: "2026-11-22T00:00:00.000000Z" })).toBe(idOf({}));
  const changes = [
    { account: "disbursements" },
    { kind: "doubled" },
    { matchId: "n" },
    { copy: 1 },
  ];
  expect(new Set([idOf({}), ...changes.map(idOf)]).size).toBe(5);
});
