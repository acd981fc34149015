import { instant, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { reconciliationLimits } from "./limits.ts";
import type { BookedMovement } from "./movement.ts";
import { type StatedByStatus, statementByStatus } from "./statement-by-status.ts";

const from = instant("2026-11-21T10:00:00.000000Z");
const to = plusMs(from, 3_600_000);
const period = { account: "collections", from, to };
const known: StatedByStatus = { kind: "known", amount: 5n, fee: 0n, state: "settled" };

/** Two at each moment, so that pages end between two of one moment. */
function movementAt(place: number): BookedMovement {
  const at = plusMs(from, Math.floor(place / 2) * 1_000);
  const ids = { matchId: `m-${place}`, subjectId: "s", transactionId: "t" };
  return { ...ids, kind: "collection", currency: "XOF", amount: 5n, fee: 0n, state: "settled", at };
}

/** Answers as the database does: a page in the order of moments and names, behind the last one. */
function statementOf(count: number, ask: (movement: BookedMovement) => StatedByStatus) {
  const rows = Array.from({ length: count }, (_, place) => movementAt(place)).toSorted(
    (one, other) => (`${one.at} ${one.matchId}` < `${other.at} ${other.matchId}` ? -1 : 1),
  );
  const query = ({ parameters: [, , at, id] }: { readonly parameters: readonly unknown[] }) => {
    const behind = rows.filter(
      (row) => row.at > String(at) || (row.at === at && row.matchId > String(id)),
    );
    return Promise.resolve(behind.slice(0, reconciliationLimits.askedRows));
  };
  return statementByStatus({
    provider: "one",
    database: { query: query as never },
    booked: { settled: "select" },
    ask: (movement) => Promise.resolve(ask(movement)),
  });
}

describe("a statement of what is asked for by its name", () => {
  it("has each movement once, page by page, under our moment", async () => {
    const count = reconciliationLimits.askedRows + 7;
    const source = statementOf(count, () => known);
    const first = await source.readPage({ ...period, cursor: null });
    if (first.kind !== "accepted") throw new Error("no page");
    const { lines, next } = first.value;
    expect(next).not.toBeNull();
    const second = await source.readPage({ ...period, cursor: next });
    if (second.kind !== "accepted") throw new Error("no page");
    expect(second.value.next).toBeNull();
    const all = [...lines, ...second.value.lines];
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(count);
    expect(all).toHaveLength(count);
    expect(all[0]).toMatchObject({ at: from, amount: 5n, key: null });
  });

  it("has no line of what the provider does not know", async () => {
    const source = statementOf(3, ({ matchId }) =>
      matchId === "m-1" ? { kind: "not-known" } : known,
    );
    const page = await source.readPage({ ...period, cursor: null });
    expect(page).toMatchObject({ value: { lines: [{ reference: "m-0" }, { reference: "m-2" }] } });
  });

  const unknown = { kind: "unknown", cause: "no-response" } as const;

  it("names the orders without an answer, which hide none of the others", async () => {
    const source = statementOf(4, ({ matchId }) => (matchId === "m-2" ? unknown : known));
    expect(await source.readPage({ ...period, cursor: null })).toMatchObject({
      value: {
        lines: [{ reference: "m-0" }, { reference: "m-1" }, { reference: "m-3" }],
        unanswered: ["m-2"],
      },
    });
  });

  it.each<readonly [string, number, number]>([
    ["all of it", 2, 0],
    ["many in a row, as of a provider that is away,", 40, 20],
  ])("is no statement where %s has no answer", async (_what, count, from) => {
    const source = statementOf(count, ({ at }) => (at >= movementAt(from).at ? unknown : known));
    expect(await source.readPage({ ...period, cursor: null })).toEqual(unknown);
  });
});
