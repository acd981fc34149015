import { amountIn, amountOf, type CaseKind, type Money } from "@sanu/contracts";
import { type AccountId, type CaseId, fold, type Instant } from "@sanu/kernel";
import type { Debt } from "../../transaction/commands.ts";
import { receivableOf } from "../../transaction/due.ts";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import { evolve } from "../../transaction/evolve.ts";
import { momentOf } from "../../transaction/moment-of.ts";
import { dueOfReturned, missingOf } from "../../transaction/money.ts";
import { isOfFailed, questionOf } from "../../transaction/review.ts";
import {
  type ExistingTransaction,
  noTransaction,
  payoutOf,
  type ReversedPayment,
} from "../../transaction/state.ts";
import type { CommandOfCase } from "../commands.ts";
import { caseIdOf } from "../keys/case-id.ts";
import { caseIdOfQuestion } from "../reviews/findings.ts";
import type { Found } from "../state.ts";

/** Whether a provider changed its word by an event, or did not do what was ordered. */
export function isReversal(event: TransactionEvent): boolean {
  return (
    event.type === "TransactionPaymentReversed" ||
    event.type === "TransactionPayoutReversed" ||
    "arrived" in event
  );
}

type WholeRefund = EventOf<"TransactionRefundRequested" | "TransactionRefundSettled">;

/** Whether all that is owed of a refund is sent or given back by an event, also what an earlier order left short. */
function isWhole(event: TransactionEvent): event is WholeRefund {
  if (event.type === "TransactionRefundRequested") return true;
  return event.type === "TransactionRefundSettled" && event.refundId === null;
}

/**
 * The cases that events open by themselves, each once, and those of what was short of a refund that came back, which end
 * with it. A refund that came back is a question of the review. Pure.
 */
export function casesOfReversals(
  history: readonly TransactionEvent[],
  events: readonly TransactionEvent[],
): readonly CommandOfCase[] {
  const [first] = events;
  const isPossible = events.some(isWhole) || [...history, ...events].some(isReversal);
  if (first === undefined || !isPossible) return [];
  const transaction = { initial: noTransaction, evolve };
  const before = fold(transaction, history);
  const after = fold(transaction, events, before);
  if (before.status === "none" || after.status === "none") return [];
  const resolved = events.find((event) => event.type === "TransactionReviewResolved");
  const by = resolved?.resolvedBy ?? null;
  return [
    ...events.filter((event) => isAsked(after, event)).flatMap((event) => openingOf(before, event)),
    ...events.flatMap((event) => anewWithPart(before, after, event)),
    ...events.filter(isWhole).flatMap((event) => closingsOf(before, history, { event, by })),
    ...debtsThatGrew(before, after, momentOf(first)),
  ];
}

/** Where two of the staff have just said that a receipt never came, its case is one only of what somebody owes us for it. */
function isAsked(after: ExistingTransaction, event: TransactionEvent): boolean {
  if (event.type !== "TransactionPaymentReversed" || event.caseId === undefined) return true;
  return after.reversals.some(
    (one) =>
      one.of === "payment" && one.receiptId === event.receiptId && receivableOf(after, one) > 0n,
  );
}

/** What is owed of one receipt is one case: with a further part of it, the case of all that is owed by now takes the place of the one before. */
function anewWithPart(
  before: ExistingTransaction,
  after: ExistingTransaction,
  event: TransactionEvent,
): readonly CommandOfCase[] {
  if (event.type !== "TransactionPaymentReversed") return [];
  const { receiptId, reversedAt: since } = event;
  const [was, is] = [before, after].map((state) => reversalOf(state, receiptId));
  if (was === undefined || is === undefined) return [];
  const due = receivableOf(after, is);
  if (due <= 0n) return [];
  const subject = { kind: "payment", id: after.order.paymentId } as const;
  const money = amountIn(is.money.currency, due);
  const key = keyOfPart(receiptId, amountOf(is.money));
  const command = { kind: "close", closing: "answered", by: null, at: since } as const;
  return [
    ...keysOfReversal(before, receiptId).map((asked) => {
      return { caseId: idOfReversal(before, asked), command };
    }),
    opening(after, { kind: "payment-reversed", subject, money, since, key }),
  ];
}

function reversalOf(
  { reversals }: ExistingTransaction,
  receiptId: string,
): ReversedPayment | undefined {
  return reversals.find(
    (one): one is ReversedPayment => one.of === "payment" && one.receiptId === receiptId,
  );
}

function keyOfPart(receiptId: string, amount: bigint): string {
  return `${receiptId} to ${amount}`;
}

/**
 * What goes out although its receipt was taken back its payer owes us. Where the case of that is closed, because nothing was owed or
 * what was is ended, nobody would ask him: it is asked anew.
 */
function debtsThatGrew(
  before: ExistingTransaction,
  after: ExistingTransaction,
  since: Instant,
): readonly CommandOfCase[] {
  return before.reversals.flatMap((one, place) => {
    const now = after.reversals[place];
    if (one.of !== "payment" || now?.of !== "payment") return [];
    // A further part of it is asked about by itself.
    if (now.parts?.length !== one.parts?.length) return [];
    const due = receivableOf(after, now);
    if (due <= receivableOf(before, one)) return [];
    const { order } = after;
    const keys = keysOfReversal(after, one.receiptId);
    const subject = { kind: "payment", id: order.paymentId } as const;
    const [unlessOpen, key = null] = [keys.slice(0, -1), keys.at(-1)];
    const money = amountIn(one.money.currency, due);
    return [
      {
        ...opening(after, { kind: "payment-reversed", subject, money, since, key }),
        unlessOpen: unlessOpen.map((asked) => idOfReversal(after, asked)),
      },
    ];
  });
}

/** Under what a receipt that was taken back is asked about: once, and anew with each order that sends its money out behind that. */
function keysOfReversal(state: ExistingTransaction, receiptId: string): readonly string[] {
  const payout = payoutOf(state);
  const refund = state.refunds.find((one) => one.receiptId === receiptId);
  const sentBy = [
    ...(payout?.receiptId === receiptId ? [payout.payoutId] : []),
    ...(refund?.refundIds ?? []),
  ];
  const parts = reversalOf(state, receiptId)?.parts?.slice(1) ?? [];
  const ofParts = parts.map((amount) => keyOfPart(receiptId, amount));
  return [receiptId, ...ofParts, ...sentBy.map((id) => `${receiptId} ${id}`)];
}

function idOfReversal({ order }: ExistingTransaction, key: string): CaseId {
  return caseIdOf("payment-reversed", "payment", order.paymentId, key);
}

/** Also those in which somebody's word about this money outlived the question. */
function closingsOf(
  state: ExistingTransaction,
  history: readonly TransactionEvent[],
  { event, by }: { readonly event: WholeRefund; readonly by: AccountId | null },
): readonly CommandOfCase[] {
  const { receiptId } = event;
  const short = state.refunds.find((one) => one.receiptId === receiptId)?.short;
  const ofShort =
    short === undefined ? [] : [caseIdOf("refund-amount-differs", "refund", short.refundId, null)];
  const asked = history
    .filter((one) => one.type === "TransactionReviewRequested")
    .map(questionOf)
    .filter((question) => isOfFailed(question, receiptId))
    .map((question) => caseIdOfQuestion(state, question));
  const closing = by === null ? "answered" : "resolved";
  const command = { kind: "close", closing, by, at: momentOf(event) } as const;
  return [...ofShort, ...asked].map((caseId) => ({ caseId, command }));
}

function openingOf(state: ExistingTransaction, event: TransactionEvent): readonly CommandOfCase[] {
  const { paymentId } = state.order;
  switch (event.type) {
    case "TransactionPaymentReversed": {
      const { receiptId: key, money, reversedAt: since } = event;
      if (reversalOf(state, key) !== undefined) return [];
      const subject = { kind: "payment", id: paymentId } as const;
      return [opening(state, { kind: "payment-reversed", subject, money, since, key })];
    }
    case "TransactionPayoutReversed": {
      const { payoutId: id, reversedAt: since } = event;
      const subject = { kind: "payout", id } as const;
      const money = dueOfReturned(state.order, event.money);
      return [opening(state, { kind: "payout-reversed", subject, money, since, key: null })];
    }
    case "TransactionRefundSettled": {
      const { receiptId, refundId, arrived, settledAt: since } = event;
      const money = missingMoney(state, receiptId, arrived);
      if (money === undefined || refundId === null) return [];
      const subject = { kind: "refund", id: refundId } as const;
      return [opening(state, { kind: "refund-amount-differs", subject, money, since, key: null })];
    }
    default:
      return [];
  }
}

/** Which debt a case is about that a provider left by its change; `undefined` where it is about none. */
export function debtOf(state: ExistingTransaction, caseId: CaseId): Debt | undefined {
  const { refunds, reversals } = state;
  const payout = payoutOf(state);
  const ofPayments = reversals.flatMap((one) =>
    one.of === "payment" ? [{ of: "payment", receiptId: one.receiptId } as const] : [],
  );
  // What an order left short is owed until another one sends it.
  const ofRefunds = refunds.flatMap(({ receiptId, settledBy, short }) => {
    const refundId = settledBy ?? short?.refundId;
    return refundId === undefined ? [] : [{ of: "refund", receiptId, refundId } as const];
  });
  const isIt = (kind: CaseKind, subject: string, id: string, key: string | null) =>
    caseIdOf(kind, subject, id, key) === caseId;
  const taken = ofPayments.find(({ receiptId }) =>
    keysOfReversal(state, receiptId).some((key) => idOfReversal(state, key) === caseId),
  );
  if (taken !== undefined) return taken;
  if (payout !== null && isIt("payout-reversed", "payout", payout.payoutId, null)) {
    return { of: "payout", receiptId: null };
  }
  const short = ofRefunds.find(({ refundId }) =>
    isIt("refund-amount-differs", "refund", refundId, null),
  );
  return short && { of: "refund", receiptId: short.receiptId };
}

/** What the customer got less than she was owed; `undefined` where she got all of it. */
function missingMoney(
  { refunds }: ExistingTransaction,
  receiptId: string,
  arrived: Money | undefined,
): Money | undefined {
  const refund = refunds.find((one) => one.receiptId === receiptId);
  if (arrived === undefined || refund === undefined) return undefined;
  const missing = missingOf(refund.money, arrived);
  return missing > 0n ? amountIn(arrived.currency, missing) : undefined;
}

interface Opening extends Omit<Found, "caseId" | "transactionId"> {
  readonly since: Instant;
  readonly key: string | null;
}

function opening(state: ExistingTransaction, { key, ...found }: Opening): CommandOfCase {
  const { transactionId } = state.order;
  const caseId = caseIdOf(found.kind, found.subject.kind, found.subject.id, key);
  const at = found.since;
  return { caseId, command: { kind: "open", found: { ...found, caseId, transactionId }, at } };
}
