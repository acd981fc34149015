import { readFileSync } from "node:fs";
import { fold } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import {
  cancelRequested,
  completed,
  created,
  failed,
  held,
  linked,
  paid,
  payoutFailed,
  refunded,
  refundFailed,
  refundSettled,
  resolved,
  reviewed,
} from "./example-events.fixture.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

const statuses = {
  none: [],
  PENDING: [created],
  PROCESSING: [created, paid],
} as const satisfies Readonly<Record<string, readonly TransactionEvent[]>>;

const later: readonly TransactionEvent[] = [
  linked,
  cancelRequested,
  paid,
  held,
  payoutFailed,
  refunded(),
  refundSettled(),
  refundFailed(),
  completed,
  failed,
  reviewed("contradicting-facts", "fact-1"),
  resolved("closed"),
];

const shown = (status: string) => (status === "none" ? status : status.toUpperCase());

/** `| PENDING | TransactionPaid | PROCESSING |`: every event that changes the status, by the code. */
function movesOfCode(): readonly string[] {
  return Object.entries(statuses).flatMap(([from, history]) =>
    (from === "none" ? [created] : later).flatMap((event) => {
      const before = fold(transaction, history);
      const to = transaction.evolve(before, event).status;
      return to === before.status ? [] : [`| ${from} | ${event.type} | ${shown(to)} |`];
    }),
  );
}

describe("the table of moves in the README", () => {
  it("is what the code does", () => {
    const told = [...readme.matchAll(/^\| \w+ \| Transaction\w+ \| [A-Z]+ \|$/gm)].map(
      ([line]) => line,
    );
    expect(movesOfCode().toSorted()).toEqual(told.toSorted());
  });
});
