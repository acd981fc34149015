import { type Instant, instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type AuditRow, emptyHead, followChain, hashOf } from "./chain.ts";

const recordedAt: Instant = instant("2026-11-23T05:00:00.000001Z");

const rows = ["one", "two", "three"].reduce<readonly AuditRow[]>((before, entry) => {
  const row = { position: BigInt(before.length + 1), recordedAt, assertionId: null, entry };
  return [...before, { ...row, hash: hashOf(before.at(-1) ?? emptyHead, row) }];
}, []);

const brokenAt = (changed: readonly AuditRow[]) => followChain(emptyHead, changed).brokenAt;
const withSecond = (change: Partial<AuditRow>) =>
  rows.map((row, index) => (index === 1 ? { ...row, ...change } : row));

describe("the chain of an audit log", () => {
  it("is whole where nothing was changed, and ends at its head", () => {
    const { head, brokenAt: at } = followChain(emptyHead, rows);
    expect([head, at]).toEqual([{ position: 3n, hash: rows[2]?.hash }, undefined]);
  });

  it.each<[string, readonly AuditRow[], bigint]>([
    ["an entry says something else", withSecond({ entry: "2" }), 2n],
    [
      "an entry has another moment",
      withSecond({ recordedAt: instant("2026-11-23T04:00:00.000001Z") }),
      2n,
    ],
    ["an entry names another proof", withSecond({ assertionId: "x" }), 2n],
    ["an entry was taken out", rows.toSpliced(1, 1), 2n],
    ["the first was taken out", rows.slice(1), 1n],
    ["two change places", [...rows.slice(0, 1), ...rows.slice(1).toReversed()], 2n],
  ])("is broken where %s", (_, changed, at) => {
    expect(brokenAt(changed)).toBe(at);
  });

  it("is broken behind an entry that was changed together with its own hash", () => {
    const [, second] = rows;
    if (second === undefined) throw new Error("no second");
    const forged = { ...second, entry: "2" };
    const hash = hashOf({ position: 1n, hash: rows[0]?.hash ?? "" }, forged);
    expect(brokenAt(withSecond({ entry: "2", hash }))).toBe(3n);
  });
});
