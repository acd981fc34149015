import { DifferenceKind } from "@sanu/contracts";
import { announcedSeed, randomFrom } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { compareStreams } from "./compare-streams.ts";
import { balanceFoundOf, foundOf } from "./found-of.ts";
import { reconciliationLimits } from "./limits.ts";
import type { BookedMovement, MatchedSides, StatedMovement } from "./movement.ts";
import { inOrder, movementAt, movementsBegin, streamOf } from "./movements.fixture.ts";
import { type StatementSource, stageStatement } from "./stage-statement.ts";

const counts = { movements: 10_000, injected: 100, hours: 100 } as const;
const everyMs = 36_000;
const period = {
  account: "collections",
  from: movementsBegin,
  to: movementsBegin,
  matchBy: "keys",
} as const;
const kinds = DifferenceKind.options;

/** One account's movements as both sides tell them, and what was made different, by kind and name. */
interface Sides {
  readonly booked: BookedMovement[];
  readonly stated: StatedMovement[];
  readonly balanceOffAt: Set<number>;
  readonly injected: Set<string>;
}

function makeSides(seed: number): Sides {
  const random = randomFrom(seed);
  const sides: Sides = { booked: [], stated: [], balanceOffAt: new Set(), injected: new Set() };
  const chosen = new Map<number, DifferenceKind>();
  while (chosen.size < counts.injected) {
    const kind = kinds[chosen.size % kinds.length] ?? "doubled";
    // A balance is wrong once in an hour; everything else once in a movement.
    const place = Math.floor(random() * counts.movements);
    const hour = Math.floor(place / (counts.movements / counts.hours));
    if (chosen.has(place) || (kind === "other-balance" && sides.balanceOffAt.has(hour))) continue;
    chosen.set(place, kind);
    if (kind === "other-balance") sides.balanceOffAt.add(hour);
  }
  for (let number = 0; number < counts.movements; number += 1) {
    const { booked, stated } = movementAt(number, everyMs);
    const kind = chosen.get(number);
    if (kind !== undefined && kind !== "other-balance") {
      sides.injected.add(`${kind} ${booked.matchId}`);
    }
    if (kind !== "missing-at-us") sides.booked.push(booked);
    if (kind !== "missing-at-provider") sides.stated.push(spoilt(stated, kind));
    if (kind === "doubled") sides.stated.push(stated);
  }
  for (const hour of sides.balanceOffAt) sides.injected.add(`other-balance hour ${hour}`);
  return sides;
}

function spoilt(line: StatedMovement, kind: DifferenceKind | undefined): StatedMovement {
  switch (kind) {
    case "other-amount":
      return { ...line, amount: line.amount + 1n };
    case "other-fee":
      return { ...line, fee: line.fee + 1n };
    case "other-state":
      return { ...line, state: "reversed" };
    case "other-kind":
      return {
        ...line,
        kind: line.kind === "collection" ? "refund" : "collection",
        reference: line.matchId,
      };
    default:
      return line;
  }
}

function lookUpIn({ booked, stated }: Sides) {
  const [ours, theirs] = [
    Map.groupBy(booked, ({ matchId }) => matchId),
    Map.groupBy(stated, ({ matchId }) => matchId),
  ];
  return async (lonely: readonly MatchedSides[]) =>
    lonely.map(({ matchId }) => ({
      matchId,
      booked: ours.get(matchId) ?? [],
      stated: theirs.get(matchId) ?? [],
    }));
}

/** The provider's pages of one hour; its closing balance is wrong where that was injected. */
function statementOf(lines: readonly StatedMovement[], isBalanceOff: boolean): StatementSource {
  const moved = lines.reduce((sum, { kind, amount, fee, state }) => {
    if (state === "reversed") return sum - fee;
    return sum + (kind === "collection" ? amount : -amount) - fee;
  }, 0n);
  const closing = 5_000_000n + moved + (isBalanceOff ? 1n : 0n);
  return {
    provider: "generated",
    async readPage({ cursor }) {
      const start = Number(cursor ?? "0");
      const page = lines.slice(start, start + 60);
      const next = start + 60 < lines.length ? `${start + 60}` : null;
      const balances = { currency: "XOF", opening: 5_000_000n, closing } as const;
      return { kind: "accepted", value: { lines: page, next, balances } };
    },
  };
}

const noDatabase = { query: async () => [] };
const reading = { number: 1n, goesOn: async () => true };
const about = { provider: "generated", account: "collections", at: movementsBegin };

async function collected<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function findAll(sides: Sides): Promise<readonly string[]> {
  const found: string[] = [];
  const streams = {
    booked: streamOf(inOrder(sides.booked)),
    stated: streamOf(inOrder(sides.stated)),
    lookUp: lookUpIn(sides),
  };
  for await (const difference of compareStreams(streams)) {
    const { kind, key } = foundOf(difference, about, undefined);
    found.push(`${kind} ${key}`);
  }
  const hours = Map.groupBy(sides.stated, ({ at }) => at.slice(0, 13));
  for (const [hour, [, lines]] of [...hours].entries()) {
    const source = statementOf(lines, sides.balanceOffAt.has(hour));
    const staged = await stageStatement(noDatabase, source, period, reading);
    if (staged.kind !== "staged" || staged.balance === null) throw new Error("No statement");
    const { expected, stated } = staged.balance;
    if (expected !== stated)
      found.push(`${balanceFoundOf(staged.balance, about).kind} hour ${hour}`);
  }
  return found;
}

describe("a reconciliation of 10 000 movements", () => {
  it("finds 100 of 100 differences of the eight kinds, and none without cause", async () => {
    const sides = makeSides(announcedSeed("the differences"));
    const found = await findAll(sides);

    expect(sides.injected.size).toBe(counts.injected);
    expect([...found].toSorted()).toEqual([...sides.injected].toSorted());
  });

  it("keeps a page of lonely names in memory, however many there are", async () => {
    let most = 0;
    const nothing = async (lonely: readonly MatchedSides[]) => {
      most = Math.max(most, lonely.length);
      return lonely;
    };
    const { booked } = makeSides(1);
    const streams = { booked: streamOf(inOrder(booked)), stated: streamOf([]), lookUp: nothing };
    const found = await collected(compareStreams(streams));

    expect(found.every(({ kind }) => kind === "missing-at-provider")).toBe(true);
    expect(found.length).toBe(booked.length);
    expect(most).toBe(reconciliationLimits.lookUpRows);
  });

  it("judges what is lonely at an edge of the period by its other half beyond it", async () => {
    const { booked, stated } = movementAt(1, everyMs);
    const lookUp = lookUpIn({ ...makeSides(1), booked: [booked], stated: [stated] });
    const ours = { booked: streamOf([booked]), stated: streamOf([]), lookUp };
    const theirs = { booked: streamOf([]), stated: streamOf([stated]), lookUp };

    expect(await collected(compareStreams(ours))).toEqual([]);
    expect(await collected(compareStreams(theirs))).toEqual([]);
  });

  it("says the same of a name in every period, whichever of its lines lie in it", async () => {
    const { booked, stated } = movementAt(1, everyMs);
    const lines = [
      { ...stated, amount: 1n },
      { ...stated, amount: 2n },
    ];
    const lookUp = lookUpIn({ ...makeSides(1), booked: [booked], stated: lines });
    const [both, ...parts] = await Promise.all(
      [lines, lines.slice(0, 1), lines.slice(1)].map((within) =>
        collected(compareStreams({ booked: streamOf([booked]), stated: streamOf(within), lookUp })),
      ),
    );
    expect(both?.map(({ kind }) => kind)).toEqual(["other-amount", "doubled"]);
    for (const part of parts) expect(part).toEqual(both);
  });

  it("stops where a side is out of order: half a merge would find what is not there", async () => {
    const [one, other] = [movementAt(1, everyMs).booked, movementAt(2, everyMs).booked];
    const wrong = inOrder([one, other]).toReversed();
    const streams = { booked: streamOf(wrong), stated: streamOf([]), lookUp: async () => [] };
    await expect(collected(compareStreams(streams))).rejects.toThrow("out of order");
  });
});

describe("a statement that is not whole", () => {
  it.each([
    { kind: "unknown", cause: "no-response" },
    { kind: "rejected", reason: "period-unavailable" },
  ] as const)("says nothing of what is missing: %o", async (outcome) => {
    const source: StatementSource = { provider: "generated", readPage: async () => outcome };
    const staged = await stageStatement(noDatabase, source, period, reading);
    expect(staged.kind).toBe("unread");
  });
});
