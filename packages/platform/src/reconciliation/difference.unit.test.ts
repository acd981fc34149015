import { type CaseId, fold, newId, plusMs } from "@sanu/kernel";
import { expect, it } from "vitest";
import { difference } from "./difference.ts";
import type { DifferenceEvent, DifferenceFound } from "./difference-events.ts";
import { balanceFoundOf, foundOf } from "./found-of.ts";
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

const at = movementsBegin;
const later = plusMs(at, 3_600_000);
const said = { caseId: newId<"CaseId">() satisfies CaseId, proposalId: "p1", at: later } as const;
const decide = { kind: "decide", foundAt: found.foundAt, ...said } as const;
const decided = eventsOf([found], decide);
/** The same name a run later, and of another amount. */
const other: DifferenceFound = {
  ...found,
  booked: found.booked && { ...found.booked, amount: "1" },
  foundAt: later,
};

function eventsOf(
  history: readonly DifferenceEvent[],
  command: Parameters<typeof difference.decide>[1],
): readonly DifferenceEvent[] {
  const decision = difference.decide(fold(difference, history), command);
  return decision.kind === "accepted" ? decision.events : [];
}

it("is decided once by two of the staff, and is no news then for as long as it stays as it is", () => {
  expect(decided).toMatchObject([
    { type: "StatementDifferenceDecided", foundAt: at, proposalId: "p1", decidedAt: later },
  ]);
  expect(after(found, ...decided)(decide)).toBe("nothing-new");
  expect(after(found, ...decided)({ kind: "find", found: { ...found, foundAt: later } })).toBe(
    "nothing-new",
  );
  expect(after(found, ...decided)({ kind: "resolve", at: later })).toEqual([
    "StatementDifferenceResolved",
  ]);
});

it("is another one where the statement shows something else under its name, whatever was said of the first", () => {
  const inItsPlace = ["StatementDifferenceResolved", "StatementDifferenceFound"];
  for (const history of [[found], [found, ...decided]]) {
    expect(after(...history)({ kind: "find", found: other })).toEqual(inItsPlace);
    const both = eventsOf(history, { kind: "find", found: other });
    expect(both).toMatchObject([{ foundAt: at, resolvedAt: later }, { foundAt: later }]);
    // What two people said of the first one, and came late, is said of that alone.
    expect(after(...history, ...both)(decide)).toBe("nothing-new");
    expect(after(...history, ...both)({ ...decide, foundAt: later })).toEqual([
      "StatementDifferenceDecided",
    ]);
  }
  const agreed = eventsOf([found], { kind: "resolve", at: later });
  expect(after(found, ...agreed)(decide)).toBe("nothing-new");
});

it("is not decided before it is found: a log that was put back finds it first", () => {
  const unknown = { kind: "refused", refusal: { code: "unknown-finding" } };
  expect(difference.decide(fold(difference, []), decide)).toMatchObject(unknown);
  const ahead = { ...decide, foundAt: later };
  expect(difference.decide(fold(difference, [found]), ahead)).toMatchObject(unknown);
});

it("is the same gap of a balance while the account moves on, and another one where it grows or begins later", () => {
  const gap = (expected: bigint, stated: bigint, from = at, foundAt = later) =>
    balanceFoundOf({ currency: "XOF", expected, stated, from }, { ...about, at: foundAt });
  const known = gap(100n, 90n);
  const find = (next: DifferenceFound) => after(known)({ kind: "find", found: next });

  expect(find(gap(500n, 490n))).toBe("nothing-new");
  expect(find(gap(500n, 489n))).toHaveLength(2);
  expect(find(gap(500n, 490n, later, plusMs(later, 1)))).toHaveLength(2);
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
