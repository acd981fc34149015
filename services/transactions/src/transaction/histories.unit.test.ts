import { amountIn, amountOf, type Money, type PaymentDiscrepancy } from "@sanu/contracts";
import { type AccountId, fold, newId, type RefundId } from "@sanu/kernel";
import { isLongRun, testSeed } from "@sanu/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bookAccounts } from "../projections/books/accounts.ts";
import { entriesOf } from "../projections/books/projection.ts";
import type { SettleRefund, TransactionCommand } from "./commands.ts";
import { transaction } from "./decide.ts";
import { isPaidOut, stuckRefunds } from "./due.ts";
import { type EventOf, HoldCause, type TransactionEvent } from "./events.ts";
import * as examples from "./example-commands.fixture.ts";
import { expectedOf, missingOf } from "./money.ts";
import { createSale } from "./sale.fixture.ts";
import { payoutOf, type Refund, type Transaction } from "./state.ts";

const runs = isLongRun() ? 10_000 : 1_000;

const numbers = fc.integer({ min: 1, max: 4 });
const amounts = fc.constantFrom(
  examples.francs(10_000n),
  examples.francs(9_000n),
  examples.satoshis(17_007n),
  examples.satoshis(17_006n),
);
const kinds = fc.constantFrom<PaymentDiscrepancy[]>("late", "duplicate", "amount-mismatch");
const newRefund = () => newId<"RefundId">();

/** The same name is always the same money. */
const receipts = fc.tuple(numbers, amounts).map(([number, received]) => {
  const amount = received.currency === "XOF" ? received.amountXof : received.amountSats;
  return { received, receiptId: `receipt-${number}-${received.currency}-${amount}` };
});

const commandsOfRefunds = fc.oneof(
  fc
    .tuple(numbers, fc.constantFrom("whole", "short"))
    .map(([number, how]) => ({ ...examples.settleRefund, causeId: `settle-${how}-${number}` })),
  numbers.map((number) => ({ ...examples.failRefund, causeId: `fail-refund-${number}` })),
  fc.tuple(numbers, fc.constantFrom("whole", "short")).map(([number, how]) => ({
    ...examples.settleRefund,
    kind: "reverse-refund",
    causeId: `rr-${how}-${number}`,
  })),
  fc
    .tuple(
      numbers,
      fc.constantFrom(
        { of: "refund", by: "paid-by-hand" },
        { of: "payment", by: "recovered" },
        { of: "payment", by: "written-off" },
        { of: "payout", by: "paid-by-hand" },
      ),
    )
    .map(([number, said]) => ({
      ...examples.settleByHand,
      kind: "settle-debt",
      ...said,
      receiptId: String(number),
    })),
  fc.constantFrom("close", "refund").map((resolution) => ({
    ...examples.resolve,
    resolution,
    refundIds: Array.from({ length: 10 }, newRefund),
  })),
) as fc.Arbitrary<TransactionCommand>;

const provideInvoices = fc
  .constant(examples.provideInvoice)
  .map((give) => ({ ...give, refundId: newRefund() })) as fc.Arbitrary<TransactionCommand>;

/** Of which leg is said by its name. */
const contradictions = fc
  .tuple(
    numbers,
    fc.constantFrom("payout", "refund", "payment"),
    fc.constantFrom("arrived", "never"),
  )
  .map(([number, leg, found]) => ({
    ...examples.link,
    kind: "report-contradiction",
    found,
    receipt: null,
    refundId: null,
    payoutId: null,
    causeId: `contradicted-${leg}-${found}-${number}`,
  })) as fc.Arbitrary<TransactionCommand>;

const commandsOfPayouts = fc.oneof(
  fc
    .tuple(
      numbers,
      fc.constantFrom(examples.satoshis(16_339n), examples.francs(10_000n), examples.francs(1n)),
    )
    .map(([number, sent]) => ({
      ...examples.settle,
      sent,
      causeId: `settle-${number}-${sent.currency}`,
    })),
  numbers.map((number) => ({
    ...examples.failPayout,
    causeId: `fail-payout-${number}`,
    refundId: newRefund(),
  })),
  fc.constant({
    ...examples.failPayout,
    kind: "reverse-payout",
    money: examples.satoshis(16_339n),
    causeId: "rp-1",
  }),
  fc.constant({ kind: "hold-account", at: examples.example.at }),
  fc.constant(examples.withholdPayout),
  fc.constantFrom("release", "refund").map((verdict) => ({
    ...examples.decideHeld,
    verdict,
    payoutId: newId<"PayoutId">(),
    refundId: newRefund(),
  })),
) as fc.Arbitrary<TransactionCommand>;

/** Any fact and any wish in any order: early, late, twice, contradicting. The same id is always the same fact. */
const commands: fc.Arbitrary<TransactionCommand> = fc.oneof(
  { arbitrary: commandsOfRefunds, weight: 5 },
  { arbitrary: commandsOfPayouts, weight: 5 },
  numbers.map((number) => ({ ...examples.link, causeId: `link-${number}` })),
  fc
    .tuple(receipts, fc.constantFrom(undefined, ...HoldCause.options))
    .map(([receipt, heldFor]) => ({
      ...examples.confirm,
      ...receipt,
      heldFor,
      causeId: `confirm-${receipt.receiptId}`,
      payoutId: newId<"PayoutId">(),
      refundId: newRefund(),
    })),
  numbers.map((number) => ({ ...examples.failPayment, causeId: `fail-${number}` })),
  fc.tuple(receipts, kinds).map(([receipt, kind]) => ({
    ...examples.discrepancy,
    ...receipt,
    causeId: `${kind}-${receipt.receiptId}`,
    discrepancy: kind,
    refundId: newRefund(),
  })),
  numbers.map((number) => ({
    ...examples.link,
    kind: "payment-unknown",
    causeId: `unknown-${number}`,
  })),
  numbers.map((number) => ({
    ...examples.failRefund,
    kind: "refund-unknown",
    causeId: `refund-unknown-${number}`,
  })),
  receipts.map(({ received: money, receiptId }) => ({
    ...examples.link,
    kind: "reverse-payment",
    money,
    receiptId,
    causeId: `reverse-${receiptId}`,
  })),
  fc.constant(examples.cancel),
  numbers.map((number) => ({ ...examples.settleByHand, receiptId: String(number) })),
  provideInvoices,
  contradictions,
) as fc.Arbitrary<TransactionCommand>;

interface Life {
  readonly events: readonly TransactionEvent[];
  readonly statuses: readonly Transaction["status"][];
  /** Receipts that were told and not refused, in the order of their first telling. */
  readonly receiptIds: readonly string[];
}

/** Lives through commands; facts about payouts and refunds name real ones, which only the life knows. */
function live(history: readonly TransactionCommand[]): Life {
  let state: Transaction = transaction.initial;
  const events: TransactionEvent[] = [];
  const statuses: Transaction["status"][] = [state.status];
  const receiptIds = new Set<string>();
  for (const command of history) {
    const decision = transaction.decide(state, aimed(state, command));
    if (decision.kind === "refused") continue;
    if ("received" in command) receiptIds.add(command.receiptId);
    if (decision.kind !== "accepted") continue;
    for (const event of decision.events) {
      events.push(event);
      state = fold(transaction, [event], state);
      statuses.push(state.status);
    }
  }
  return { events, statuses, receiptIds: [...receiptIds] };
}

function aimed(state: Transaction, command: TransactionCommand): TransactionCommand {
  if (state.status === "none") return command;
  switch (command.kind) {
    case "settle-payout":
    case "fail-payout":
    case "withhold-payout":
    case "reverse-payout":
      return { ...command, payoutId: payoutOf(state)?.payoutId ?? command.payoutId };
    case "report-contradiction": {
      const refundIds = state.refunds.flatMap((one) => one.refundIds);
      const index = Number(command.causeId.slice(-1)) % Math.max(1, refundIds.length);
      return {
        ...command,
        payoutId: command.causeId.includes("payout") ? (payoutOf(state)?.payoutId ?? null) : null,
        refundId: command.causeId.includes("refund") ? (refundIds[index] ?? null) : null,
      };
    }
    case "settle-by-hand": {
      // By its place, so that the same command comes twice about the same receipt.
      const index = Number(command.receiptId) % Math.max(1, state.refunds.length);
      return { ...command, receiptId: state.refunds[index]?.receiptId ?? command.receiptId };
    }
    case "settle-debt": {
      const index = Number(command.receiptId) % Math.max(1, state.receiptIds.length);
      return { ...command, receiptId: state.receiptIds[index] ?? command.receiptId };
    }
    case "settle-refund":
    case "fail-refund":
    case "reverse-refund":
    case "refund-unknown": {
      const refunds = state.refunds.flatMap((one) =>
        one.refundIds.map((refundId) => ({ refundId, money: expectedOf(one) })),
      );
      const index = Number(command.causeId.slice(-1)) % Math.max(1, refunds.length);
      const refund = refunds[index];
      if (refund === undefined) return command;
      if (command.causeId.includes("-short-")) return { ...command, ...shortBy(100n, refund) };
      return command.kind === "settle-refund" || command.kind === "reverse-refund"
        ? { ...command, ...refund }
        : { ...command, refundId: refund.refundId };
    }
    default:
      return command;
  }
}

function shortBy(kept: bigint, { refundId, money }: Pick<SettleRefund, "refundId" | "money">) {
  return { refundId, money: amountIn(money.currency, amountOf(money) - kept) };
}

const orders = fc.constantFrom(examples.create, createSale, { ...createSale, receiver: null });
const anyLives = fc
  .tuple(orders, fc.array(commands, { maxLength: 30 }))
  .map(([order, history]) => [order, ...history]);
const takeBack: fc.Arbitrary<TransactionCommand> = fc.constant({
  ...examples.link,
  kind: "reverse-payment",
  money: examples.confirm.received,
  receiptId: examples.confirm.receiptId,
});
/** What chance seldom brings: money that goes back in parts, by hand, and comes back, time and again. */
const livesOfRefund = fc
  .array(fc.oneof(commandsOfRefunds, takeBack), { minLength: 10, maxLength: 40 })
  .map((history) => [examples.create, examples.confirm, examples.failPayout, ...history]);
/** And what a provider says of a payout against its own word, while the seller and the staff want her sats back. */
const livesOfContests = fc
  .array(fc.oneof(commandsOfRefunds, contradictions, provideInvoices), { maxLength: 20 })
  .map((history) => [
    { ...createSale, receiver: null },
    { ...examples.confirm, received: examples.satoshis(17_007n) },
    examples.failPayout,
    ...history,
  ]);
/** And what becomes of a payout, which hardly begins where anything may come first. */
const settled: fc.Arbitrary<TransactionCommand> = fc.constant(examples.settle);
const ofPayouts = [commandsOfPayouts, commandsOfPayouts, settled, settled, commandsOfRefunds];
const livesOfPayouts = fc
  .array(fc.oneof(...ofPayouts, contradictions, takeBack), { maxLength: 20 })
  .map((history) => [examples.create, examples.confirm, ...history]);
const lives: fc.Arbitrary<readonly TransactionCommand[]> = fc.oneof(
  anyLives,
  livesOfRefund,
  livesOfContests,
  livesOfPayouts,
);
const holds = (property: (life: Life, history: readonly TransactionCommand[]) => void) =>
  fc.assert(
    fc.property(lives, (history) => property(live(history), history)),
    { numRuns: runs, seed: testSeed() },
  );

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

/** What came in under a name: the first word of its refund speaks of all of it. */
function cameIn(events: readonly TransactionEvent[], receiptId: string): bigint {
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
