import { amountOf, type Money } from "@sanu/contracts";
import { type AccountId, fold, type RefundId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { bookAccounts } from "../projections/books/accounts.ts";
import { entriesOf } from "../projections/books/projection.ts";
import { transaction } from "./decide.ts";
import { isDenied, isPaidOut, stuckRefunds } from "./due.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import * as examples from "./example-commands.fixture.ts";
import { holds, live, runs } from "./lives.fixture.ts";
import { expectedOf, missingOf } from "./money.ts";
import type { Refund, Transaction } from "./state.ts";

const legal = new Set([
  "none→pending",
  "pending→paid",
  "pending→held",
  "pending→payout-held",
  "payout-held→paid",
  "payout-held→failed",
  "paid→payout-held",
  "pending→payment-failed",
  "pending→failed",
  "payment-failed→failed",
  "held→failed",
  "paid→completed",
  "paid→payout-failed",
  "payout-failed→completed",
  "payout-failed→failed",
]);

function ofType<Type extends TransactionEvent["type"]>(
  events: readonly TransactionEvent[],
  type: Type,
): readonly EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

describe("whatever happens to a transaction", () => {
  it("has at most one payout that is not withheld, of what was ordered, and satoshis rounded for the exchange", () => {
    holds(({ events }) => {
      const payouts = ofType(events, "TransactionPaid");
      const withheld = ofType(events, "TransactionPayoutHeld").filter((held) => held.payoutId);
      expect(payouts.length - withheld.length).toBeLessThanOrEqual(1);
      expect(ofType(events, "TransactionCompleted").length).toBeLessThanOrEqual(1);
      for (const order of ofType(events, "TransactionCreated")) {
        const { amountSats, rateXofPerBtc, amountXof } = order;
        const exact = amountXof * 100_000_000n;
        const isBuy = order.transactionType === "BUY_BITCOIN";
        const rounding = isBuy ? 0n : rateXofPerBtc - 1n;
        expect(amountSats).toBe((exact + rounding) / rateXofPerBtc);
        for (const payout of payouts) expect(payout).toMatchObject({ amountSats, amountXof });
      }
    });
  });

  it("changes its status only in legal ways, and ends once", () => {
    holds(({ statuses, events }) => {
      for (const [index, status] of statuses.entries()) {
        const before = statuses[index - 1];
        if (before !== undefined && before !== status) {
          expect(legal).toContain(`${before}→${status}`);
        }
      }
      const ends = [
        ...ofType(events, "TransactionCompleted"),
        ...ofType(events, "TransactionFailed"),
      ];
      expect(ends.length).toBeLessThanOrEqual(1);
    });
  });

  it("completes only behind a payout, and owes nothing when it fails", () => {
    const ends = { completed: 0, failed: 0 };
    holds(({ events }) => {
      const types = events.map((event) => event.type);
      const completedAt = types.indexOf("TransactionCompleted");
      ends.completed += Number(completedAt >= 0);
      if (completedAt >= 0) expect(types.slice(0, completedAt)).toContain("TransactionPaid");
      const failedAt = types.indexOf("TransactionFailed");
      ends.failed += Number(failedAt >= 0);
      if (failedAt < 0) return;
      const before = events.slice(0, failedAt);
      const back = keysThatWentBack(before);
      expect([...keysThatCameIn(before)].filter((key) => !back.has(key))).toEqual([]);
    });
    expect(Math.min(ends.completed, ends.failed)).toBeGreaterThan(runs / 20);
  });

  it("keeps books that add up to zero after every event, and owes in them what it owes", () => {
    holds(({ events }) => {
      const totals = new Map<string, bigint>();
      for (const index of events.keys()) {
        for (const row of entriesOf(events, index)) {
          const sum = bookAccounts.reduce((total, account) => total + row[account], 0n);
          expect(sum).toBe(0n);
          for (const account of bookAccounts) {
            const name = `${account} ${row.currency}`;
            totals.set(name, (totals.get(name) ?? 0n) + row[account]);
          }
        }
      }
      const left = (account: string) => [
        totals.get(`${account} XOF`) ?? 0n,
        totals.get(`${account} SATS`) ?? 0n,
      ];
      const back = keysThatWentBack(events);
      const isShort = events.some((event) => "arrived" in event);
      const isAllBack = !isShort && [...keysOfRefunds(events)].every((key) => back.has(key));
      const types = events.map((event) => event.type);
      const isTrue = (type: TransactionEvent["type"]) => types.includes(type);
      const isRefundLost = isTrue("TransactionRefundReversed");
      const isReversed =
        isRefundLost || isTrue("TransactionPaymentReversed") || isTrue("TransactionPayoutReversed");
      if (isAllBack && !isRefundLost) expect(left("suspense")).toEqual([0n, 0n]);
      const isEnded = types.includes("TransactionCompleted") || types.includes("TransactionFailed");
      if (isEnded && !isReversed && !isShort) expect(left("user_payable")).toEqual([0n, 0n]);
      if (!isTrue("TransactionPaymentReversed")) expect(left("receivable")).toEqual([0n, 0n]);
      if (types.includes("TransactionFailed") && isAllBack && !isReversed) {
        // What was kept back of a refund for its way, and not needed for it, is ours.
        const ways = ["fees", "node_float"];
        for (const account of bookAccounts) {
          if (!ways.includes(account)) expect(left(account)).toEqual([0n, 0n]);
        }
        expect(left("fees")[1] ?? 0n).toBeLessThanOrEqual(0n);
      }
      for (const due of [...left("user_payable"), ...left("suspense"), ...left("rounding")]) {
        expect(due <= 0n).toBe(true);
      }
    });
  });

  it("gives every receipt one meaning: the order's payment, one refund, or both after a failed payout", () => {
    holds(({ events, receiptIds }) => {
      const used = new Set(ofType(events, "TransactionPaid").map((paid) => paid.receiptId));
      const isPayoutFailed = ofType(events, "TransactionPayoutFailed").length > 0;
      const held = ofType(events, "TransactionPayoutHeld").map(({ receiptId }) => receiptId);
      const takenBack = ofType(events, "TransactionPaymentReversed").map((one) => one.receiptId);
      const refunded = keysOfRefunds(events);
      for (const receiptId of receiptIds) {
        const isKnown = used.has(receiptId) || held.includes(receiptId);
        expect([receiptId, isKnown || refunded.has(receiptId)]).toEqual([receiptId, true]);
        // What is held can go back without a payout that failed, and what its provider took back is owed to nobody.
        if (!used.has(receiptId) || held.includes(receiptId)) continue;
        const isExpected = isPayoutFailed && !takenBack.includes(receiptId);
        if (isExpected || !isPayoutFailed) expect(refunded.has(receiptId)).toBe(isExpected);
      }
      expect(refunded.size).toBeLessThanOrEqual(receiptIds.length);
    });
  });

  it("never has two refunds of the same money under way or settled", () => {
    holds(({ events }) => {
      const open = new Map<string, RefundId>();
      for (const event of events) {
        if (event.type === "TransactionRefundRequested") {
          expect([...open.keys()]).not.toContain(event.receiptId);
          open.set(event.receiptId, event.refundId);
        }
        if (event.type === "TransactionRefundFailed") open.delete(event.receiptId);
        if (event.type === "TransactionRefundReversed") open.delete(event.receiptId);
      }
      const back = ofType(events, "TransactionRefundSettled").map(({ receiptId }) => receiptId);
      const lost = ofType(events, "TransactionRefundReversed").map(({ receiptId }) => receiptId);
      for (const receiptId of new Set(back)) {
        const countOf = (all: readonly string[]) => all.filter((one) => one === receiptId).length;
        expect(countOf(back) - countOf(lost)).toBeLessThanOrEqual(1);
      }
    });
  });

  it("sends nothing of a receipt that goes back or went back", () => {
    expect.hasAssertions();
    holds(({ events }) => {
      for (const [index, event] of events.entries()) {
        if (event.type !== "TransactionPaid") continue;
        expect(refundIn(events.slice(0, index), event.receiptId)).toBeUndefined();
      }
    });
  });

  it("orders nothing back of a payout that its provider calls arrived, before somebody has decided", () => {
    holds(({ events }) => {
      for (const [index, event] of events.entries()) {
        if (event.type !== "TransactionRefundRequested") continue;
        const before = fold(transaction, events.slice(0, index));
        if (before.status === "none") continue;
        const refund = refundIn(events.slice(0, index), event.receiptId);
        expect(refund !== undefined && isPaidOut(before, refund)).toBe(false);
      }
    });
  });

  it("sends and gives back nothing of a receipt that its provider denies, before two of the staff have decided", () => {
    const seen = { came: 0, never: 0, other: 0, sent: 0 };
    holds(({ events }) => {
      for (const [index, event] of events.entries()) {
        if (event.type === "TransactionReceiptDecided") {
          seen[event.verdict === "never" ? "never" : event.came ? "other" : "came"] += 1;
          seen.sent += Number(events[index + 1]?.type === "TransactionPaid");
        }
        const isOut =
          event.type === "TransactionRefundRequested" ||
          event.type === "TransactionPaid" ||
          (event.type === "TransactionRefundSettled" && event.refundId === null);
        if (!isOut) continue;
        const before = fold(transaction, events.slice(0, index));
        if (before.status !== "none") expect(isDenied(before, event.receiptId)).toBe(false);
      }
    });
    expect(Math.min(seen.came, seen.never, seen.other, seen.sent)).toBeGreaterThan(0);
  });

  it("gives back no more of a receipt than came in, by our rails and by hand together", () => {
    holds(({ events }) => {
      const back = new Map<string, bigint>();
      for (const [index, event] of events.entries()) {
        if (!("receiptId" in event) || event.receiptId === null) continue;
        const { receiptId } = event;
        const refund = refundIn(events.slice(0, index), receiptId);
        if (refund === undefined) continue;
        const given = back.get(receiptId) ?? 0n;
        back.set(receiptId, given + movedBy(event, refund));
        expect([receiptId, (back.get(receiptId) ?? 0n) <= cameIn(events, receiptId)]).toEqual([
          receiptId,
          true,
        ]);
      }
    });
  });

  it("moves francs in its books as they moved", () => {
    holds(({ events }) => {
      for (const [index, event] of events.entries()) {
        const expected = francsMovedBy(event, fold(transaction, events.slice(0, index)));
        if (expected === undefined) continue;
        const rows = entriesOf(events, index).filter(({ currency }) => currency === "XOF");
        const moved = rows.reduce((sum, row) => sum + row.gateway_float, 0n);
        expect([event.type, moved]).toEqual([event.type, expected]);
      }
    });
  });

  it("keeps a person looking for as long as money is owed that nobody moves", () => {
    expect.hasAssertions();
    holds(({ events }) => {
      const state = fold(transaction, events);
      if (state.status === "none") return;
      const stuck = stuckRefunds(state);
      expect(stuck.length === 0 || state.review.length > 0).toBe(true);
    });
  });

  it("is the same life when every command comes twice in a row", () => {
    holds(({ events }, history) => {
      const twice = live(history.flatMap((command) => [command, command]));
      expect(twice.events).toEqual(events);
    });
  });

  it("asks the staff's name and nobody else's for what the staff did", () => {
    holds(({ events }) => {
      const staff: AccountId = examples.resolve.resolvedBy;
      for (const { resolvedBy, resolution } of ofType(events, "TransactionReviewResolved")) {
        expect(resolvedBy).toBe(resolution === "overtaken" ? null : staff);
      }
    });
  });
});

function refundIn(events: readonly TransactionEvent[], receiptId: string): Refund | undefined {
  const state = fold(transaction, events);
  if (state.status === "none") return undefined;
  return state.refunds.find((one) => one.receiptId === receiptId);
}

/** What came in under a name: two of the staff say it, or the first word of its refund speaks of all of it. */
function cameIn(events: readonly TransactionEvent[], receiptId: string): bigint {
  const decided = ofType(events, "TransactionReceiptDecided").findLast(
    (one) => one.receiptId === receiptId && one.came !== undefined,
  );
  if (decided?.came !== undefined) return amountOf(decided.came);
  const index = events.findIndex((_, place) => refundIn(events.slice(0, place), receiptId));
  const refund = refundIn(events.slice(0, index), receiptId);
  return refund === undefined ? 0n : amountOf(refund.money);
}

/** What an event about money that goes back says of francs that came to us or left us; `undefined` for any other. */
function francsMovedBy(event: TransactionEvent, state: Transaction): bigint | undefined {
  if (state.status === "none") return undefined;
  switch (event.type) {
    case "TransactionPaymentReversed":
      return 0n - francsOf(event.money);
    case "TransactionRefundFailed":
    case "TransactionReviewResolved":
      return 0n;
    case "TransactionRefundReversed":
      return francsOf(event.money);
    case "TransactionRefundSettled":
    case "TransactionDebtSettled": {
      const refund = state.refunds.find(({ receiptId }) => receiptId === event.receiptId);
      if (refund === undefined || ("of" in event && event.of !== "refund")) return undefined;
      if (refund.money.currency !== "XOF") return 0n;
      const fee = "fee" in event && event.fee !== null ? francsOf(event.fee) : 0n;
      return 0n - movedBy(event, refund) - fee;
    }
    default:
      return undefined;
  }
}

function francsOf(money: Money): bigint {
  return money.currency === "XOF" ? money.amountXof : 0n;
}

/** What a customer has more behind an event about her refund; below zero what she lost again. */
function movedBy(event: TransactionEvent, before: Refund): bigint {
  const arrived = before.arrived ?? expectedOf(before);
  switch (event.type) {
    case "TransactionRefundSettled":
      if (event.refundId === null) return amountOf(before.money);
      return amountOf(event.arrived ?? expectedOf(before));
    case "TransactionRefundReversed":
      return 0n - amountOf(arrived);
    case "TransactionDebtSettled":
      if (event.of !== "refund") return 0n;
      return before.short === undefined
        ? missingOf(expectedOf(before), arrived)
        : amountOf(before.short.money);
    default:
      return 0n;
  }
}

/** Every receipt that the log knows of. */
function keysThatCameIn(events: readonly TransactionEvent[]): Set<string> {
  const paid = ofType(events, "TransactionPaid").map(({ receiptId }) => receiptId);
  const held = [
    ...ofType(events, "TransactionPaymentHeld"),
    ...ofType(events, "TransactionPayoutHeld"),
  ].map(({ receiptId }) => receiptId);
  return new Set([...paid, ...held, ...keysOfRefunds(events)]);
}

function keysThatWentBack(events: readonly TransactionEvent[]): Set<string> {
  return new Set(
    [
      ...ofType(events, "TransactionRefundSettled"),
      ...ofType(events, "TransactionPaymentReversed"),
    ].map(({ receiptId }) => receiptId),
  );
}

function keysOfRefunds(events: readonly TransactionEvent[]): Set<string> {
  const ordered = ofType(events, "TransactionRefundRequested").map(({ receiptId }) => receiptId);
  const due = ofType(events, "TransactionReviewRequested").flatMap(({ refund, receiptId }) =>
    refund === null || receiptId === null ? [] : [receiptId],
  );
  return new Set([...ordered, ...due]);
}
