import { readFileSync } from "node:fs";
import { fold } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import * as happened from "./example-events.fixture.ts";
import type { Transaction } from "./state.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The shortest life up to each status. */
const lives: Readonly<Record<Transaction["status"], readonly TransactionEvent[]>> = {
  none: [],
  pending: [happened.created],
  "payment-failed": [happened.created, happened.paymentFailed],
  held: [happened.created, happened.held],
  "payout-held": [happened.created, happened.payoutHeld],
  paid: [happened.created, happened.paid],
  "payout-failed": [happened.created, happened.paid, happened.payoutFailed],
  completed: [happened.created, happened.paid, happened.completed],
  failed: [happened.created, happened.failed],
};

const later: readonly TransactionEvent[] = [
  happened.linked,
  happened.cancelRequested,
  happened.paid,
  happened.held,
  happened.holdRequested,
  happened.payoutHeld,
  happened.paymentFailed,
  happened.payoutFailed,
  happened.refunded(),
  happened.refundSettled(),
  happened.refundFailed(),
  happened.completed,
  happened.failed,
  happened.reviewed("contradicting-facts", "fact-1"),
  happened.resolved("closed"),
];

/** `| pending | TransactionPaid | paid |`: every event that changes the status, by the code. */
function movesOfCode(): readonly string[] {
  return Object.values(lives).flatMap((history) => {
    const before = fold(transaction, history);
    return (before.status === "none" ? [happened.created] : later).flatMap((event) => {
      const to = statusBehind(before, event);
      return to === before.status ? [] : [`| ${before.status} | ${event.type} | ${to} |`];
    });
  });
}

/** An event that cannot stand in this place of a log is refused, which is no move either. */
function statusBehind(before: Transaction, event: TransactionEvent): Transaction["status"] {
  try {
    return transaction.evolve(before, event).status;
  } catch {
    return before.status;
  }
}

describe("the table of moves in the README", () => {
  it("is what the code does", () => {
    const documented = [...readme.matchAll(/^\| [a-z-]+ \| Transaction\w+ \| [a-z-]+ \|$/gm)].map(
      ([line]) => line,
    );
    expect(documented).not.toEqual([]);
    expect(movesOfCode().toSorted()).toEqual(documented.toSorted());
  });
});

describe("a status", () => {
  it.each(Object.entries(lives))(
    "of a %s transaction is what its life leads to",
    (status, life) => {
      expect(fold(transaction, life).status).toBe(status);
    },
  );

  it("refuses an event that cannot follow it: the log is broken", () => {
    expect(() => fold(transaction, [happened.refundSettled()])).toThrow(
      "begins with TransactionCreated",
    );
    expect(() => fold(transaction, [happened.created, happened.completed])).toThrow(
      "not paid but pending",
    );
    expect(() => fold(transaction, [happened.created, happened.paid, happened.failed])).toThrow(
      "not about to fail but paid",
    );
    expect(() => fold(transaction, [happened.created, happened.refundSettled()])).toThrow(
      "No refund of receipt-1",
    );
  });
});
