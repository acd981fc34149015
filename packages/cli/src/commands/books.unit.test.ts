import { instant } from "@sanu/kernel";
import { expect, it } from "vitest";
import { readMoment, readPastMoment, tableOf } from "./books.ts";

it("reads a day in UTC and a moment in any zone, and refuses what leaves room for doubt", () => {
  expect(readMoment("2026-11-21")).toBe("2026-11-21T00:00:00.000000Z");
  expect(readMoment("2026-11-21T10:00:00Z")).toBe("2026-11-21T10:00:00.000000Z");
  expect(readMoment("2026-11-21T10:00:00.25+01:00")).toBe("2026-11-21T09:00:00.250000Z");
  for (const doubtful of ["2026-11-21T10:00:00", "21/11/2026", "2026-02-30", "yesterday", ""]) {
    expect(() => readMoment(doubtful)).toThrow("is no moment");
  }
});

it("is of a moment that has passed: what lies ahead would be the books of now by another name", () => {
  const now = instant("2026-11-21T10:00:00.000000Z");
  expect(readPastMoment("--at", "2026-11-21T10:00:00Z", now)).toBe(now);
  expect(() => readPastMoment("--at", "2026-11-21T10:00:01Z", now)).toThrow(
    "--at 2026-11-21T10:00:01Z lies ahead",
  );
});

it("prints every account, and says aloud when a sum is not zero", () => {
  const balances = {
    gateway_float: 10_000n,
    node_float: 0n,
    user_payable: -9_999n,
    suspense: 0n,
    exchange: 0n,
    fees: 0n,
    rounding: 0n,
    receivable: 0n,
    losses: 0n,
  };

  const lines = tableOf([{ currency: "XOF", entries: 3n, balances, sum: 1n }]).split("\n");

  expect(lines.map((line) => line.trim().replaceAll(/ {2,}/g, "  "))).toEqual([
    "XOF",
    "gateway float  10000",
    "node float  0",
    "user payable  -9999",
    "suspense  0",
    "exchange  0",
    "fees  0",
    "rounding  0",
    "receivable  0",
    "losses  0",
    "sum  1 WRONG",
    "entries  3",
    "",
  ]);
});
