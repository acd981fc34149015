import type { PaymentFailureReason } from "@sanu/contracts";
import {
  accepted,
  type Decision,
  decideBy,
  type Instant,
  msBetween,
  nothingNew,
  refused,
  unreachable,
} from "@sanu/kernel";
import type {
  CancelPayment,
  FailPayment,
  InitiatePayment,
  PaymentCommand,
  RecordReceipts,
  RecordUnknown,
  RequestPayment,
  SeenReceipt,
} from "./commands.ts";
import { cameAfterAll, goneAgain, neverCameAfterAll, standsAfterAll } from "./contradiction.ts";
import type { PaymentEvent } from "./events.ts";
import { assumeOrdered, evolve } from "./evolve.ts";
import { ofAttempt } from "./of-attempt.ts";
import { believedReceivedAt } from "./received-at.ts";
import type { PaymentRefusal } from "./refusals.ts";
import { eventsOfReversals } from "./reversals.ts";
import {
  type EndedPayment,
  isOpen,
  type KnownReceipt,
  noPayment,
  type OpenPayment,
  type OrderedPayment,
  type Payment,
} from "./state.ts";
import { conclude, contradictionByReversal, contradictionOf, contradictionsIn } from "./verdict.ts";

type PaymentDecision = Decision<PaymentEvent, PaymentRefusal>;

export const decide = decideBy<Payment, PaymentCommand, PaymentDecision>({
  request,
  initiate,
  "record-receipts": recordReceipts,
  fail,
  "request-cancel": requestCancel,
  "record-unknown": recordUnknown,
  conclude,
});

function request(state: Payment, { order, choice, at }: RequestPayment): PaymentDecision {
  if (state.status !== "none") return nothingNew();
  const requested = { type: "PaymentRequested", v: 1, ...order, requestedAt: at } as const;
  if (choice === undefined) return accepted(requested);
  if (choice.provider !== null) return accepted({ ...requested, choice });
  const { paymentId, transactionId } = order;
  const end = { reason: "refused-by-provider", failedAt: at } as const;
  const failed = { type: "PaymentFailed", v: 1, paymentId, transactionId, ...end } as const;
  return accepted<PaymentEvent>({ ...requested, choice }, failed);
}

function initiate(state: Payment, { at }: InitiatePayment): PaymentDecision {
  switch (state.status) {
    case "none":
      return refused("payment-unknown");
    case "requested":
      return accepted(initiated(state, at));
    case "failed":
      return refused("payment-ended");
    // Only a provider that has the order can have taken money for it.
    case "initiated":
    case "completed":
    case "held":
      return nothingNew();
    default:
      return unreachable(state);
  }
}

function recordReceipts(state: Payment, command: RecordReceipts): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  const events = eventsOfRecord(state, command);
  const payment = after(state, events);
  const [first, ...others] = [...events, ...wordOfRecord(payment, command)];
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

function eventsOfRecord(state: OrderedPayment, command: RecordReceipts): readonly PaymentEvent[] {
  const contradicted = isOpen(state) ? [] : contradictionsIn(state, command);
  if (contradicted.length > 0) return contradicted;
  const takenBack = isOpen(state) ? undefined : contradictionByReversal(state, command);
  if (takenBack?.kind === "accepted") return takenBack.events;
  const { reversals, receipts, at, attemptNumber } = command;
  const events: PaymentEvent[] = [];
  let payment = state;
  for (const receipt of receipts) {
    const found = eventsOfReceipt(payment, receipt, command);
    events.push(...found);
    payment = after(payment, found);
  }
  return [...events, ...eventsOfReversals(payment, { reversals, attemptNumber, at })];
}

function after(state: OrderedPayment, events: readonly PaymentEvent[]): OrderedPayment {
  return events.reduce((payment, event) => assumeOrdered(evolve(payment, event)), state);
}

/**
 * That money is there is news beside the money itself where its provider has said meanwhile that it never came, or has taken it back; and
 * so is that it is gone again behind that.
 */
function wordOfRecord(state: OrderedPayment, command: RecordReceipts): readonly PaymentEvent[] {
  if (isOpen(state)) return [];
  const word = saidOf(state, command);
  return word.kind === "accepted" ? word.events : [];
}

function saidOf(state: EndedPayment, command: RecordReceipts): Decision<PaymentEvent, never> {
  const { receipts, reversals, attemptNumber } = command;
  const own = state.receipts.filter((one) => one.attemptNumber === attemptNumber);
  const isIn = (
    shown: readonly { readonly receiptReference: string }[],
    { receiptReference: name }: KnownReceipt,
  ) => shown.some(({ receiptReference }) => receiptReference === name);
  const shown = own.filter((one) => isIn(receipts, one) && !isIn(reversals, one));
  if (shown.some(({ isReversed }) => isReversed)) return standsAfterAll(state, command);
  if (shown.length > 0) return cameAfterAll(state, command);
  const isGone = own.some((one) => one.isReversed && isIn(reversals, one));
  return isGone ? goneAgain(state, command) : nothingNew();
}

/** What was counted of an attempt's money and is not taken back. */
function standing({ receipts }: OrderedPayment, attemptNumber: number): readonly KnownReceipt[] {
  return receipts.filter((one) => one.attemptNumber === attemptNumber && !one.isReversed);
}

function eventsOfReceipt(
  state: OrderedPayment,
  receipt: SeenReceipt,
  { statedAt, graceMs, at, attemptNumber }: RecordReceipts,
): readonly PaymentEvent[] {
  const receivedAt = believedReceivedAt({ ...receipt, statedAt, at }, state.requestedAt);
  const found = { receipt, receivedAt, at, attemptNumber };
  if (isOpen(state)) return firstReceipt(state, found, graceMs);
  if (isKnown(state.receipts, found)) return [];
  return [discrepancyOf(state, state.status === "failed" ? "late" : "duplicate", found)];
}

interface FoundReceipt {
  readonly receipt: SeenReceipt;
  readonly receivedAt: Instant;
  readonly at: Instant;
  readonly attemptNumber: number;
}

/** Two providers may give the same name to different money. */
function isKnown(
  known: readonly KnownReceipt[],
  { receipt: { receiptReference }, attemptNumber }: FoundReceipt,
): boolean {
  return known.some(
    (one) => one.receiptReference === receiptReference && one.attemptNumber === attemptNumber,
  );
}

/** The first money of an open payment. That it came proves that the provider had the order. */
function firstReceipt(
  state: OpenPayment,
  found: FoundReceipt,
  graceMs: number,
): readonly PaymentEvent[] {
  const { receipt, receivedAt, at } = found;
  const before = state.status === "requested" ? [initiated(state, at)] : [];
  // The price was promised until the end, so this goes back; and what was ordered will not come any more.
  if (msBetween(state.expiresAt, receivedAt) > graceMs) {
    return [...before, discrepancyOf(state, "late", found), failedBecause(state, "expired", at)];
  }
  if (receipt.amountXof !== state.amountXof) {
    return [...before, discrepancyOf(state, "amount-mismatch", found)];
  }
  const { paymentId, transactionId } = state;
  const { amountXof, receiptReference, payerNumber } = receipt;
  return [
    ...before,
    {
      type: "PaymentCompleted",
      v: 1,
      paymentId,
      transactionId,
      ...ofAttempt(found.attemptNumber),
      amountXof,
      receiptReference,
      ...(payerNumber !== undefined && { isPayerNamed: true as const }),
      completedAt: receivedAt,
    },
  ];
}

function fail(state: Payment, command: FailPayment): PaymentDecision {
  const { reason, at } = command;
  switch (state.status) {
    case "none":
      return refused("payment-unknown");
    case "failed":
      return neverCame(state, command);
    case "completed":
    case "held":
      // Another attempt was refused before, or followed in vain: that says nothing of this money.
      if (!isOfMoney(state, command)) return neverCame(state, command);
      return contradictionOf(state, "never", at) ?? neverCame(state, command);
    case "requested":
    case "initiated": {
      const { attemptNumber = state.attemptNumber } = command;
      // An earlier attempt was refused before; its place is taken.
      if (attemptNumber !== state.attemptNumber) return nothingNew();
      return accepted(failedOver(state, command) ?? failedBecause(state, reason, at));
    }
    default:
      return unreachable(state);
  }
}

/** It is no news where nothing of that attempt is here, or where its provider has it back by its own word. */
function neverCame(state: EndedPayment, { attemptNumber, at }: FailPayment): PaymentDecision {
  if (attemptNumber === undefined || standing(state, attemptNumber).length === 0) {
    return nothingNew();
  }
  return neverCameAfterAll(state, { attemptNumber, at });
}

/** Whether the end is one of the attempt by whose money the payment ended, or of the order itself. */
function isOfMoney({ receipts: [first] }: OrderedPayment, { attemptNumber }: FailPayment): boolean {
  return attemptNumber === undefined || attemptNumber === first?.attemptNumber;
}

/** Nobody is asked for an order that is given up, nor of what a person was asked to look at. */
function failedOver(state: OpenPayment, { reason, next, at }: FailPayment) {
  const { paymentId, transactionId, attemptNumber } = state;
  if (next === undefined || next.provider === null || state.status !== "requested") return;
  if (state.isCancelRequested || state.isUnknownRecorded) return;
  const of = { paymentId, transactionId, attemptNumber } as const;
  return { type: "PaymentAttemptRejected", v: 1, ...of, reason, rejectedAt: at, next } as const;
}

function failedBecause(
  { paymentId, transactionId, isCancelRequested }: OpenPayment,
  wanted: PaymentFailureReason,
  failedAt: Instant,
): PaymentEvent {
  // What we had cancelled ends as expired, unless it was the buyer who wanted it.
  const reason = isCancelRequested && wanted === "expired" ? "cancelled" : wanted;
  return { type: "PaymentFailed", v: 1, paymentId, transactionId, reason, failedAt };
}

/** Only the provider's word ends a payment; until then money may still come. */
function requestCancel(state: Payment, { at }: CancelPayment): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (!isOpen(state) || state.isCancelRequested) return nothingNew();
  const { paymentId, transactionId } = state;
  const ids = { paymentId, transactionId };
  return accepted({ type: "PaymentCancelRequested", v: 1, ...ids, requestedAt: at });
}

function recordUnknown(state: Payment, { since }: RecordUnknown): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (!isOpen(state) || state.isUnknownRecorded) return nothingNew();
  const { paymentId, transactionId } = state;
  return accepted({ type: "PaymentOutcomeUnknown", v: 1, paymentId, transactionId, since });
}

function initiated(state: OrderedPayment, at: Instant): PaymentEvent {
  const { paymentId, transactionId, channel } = state;
  return { type: "PaymentInitiated", v: 1, paymentId, transactionId, channel, initiatedAt: at };
}

function discrepancyOf(
  state: OrderedPayment,
  discrepancy: "late" | "duplicate" | "amount-mismatch",
  { receipt, receivedAt, at, attemptNumber }: FoundReceipt,
): PaymentEvent {
  return {
    type: "PaymentDiscrepancyFound",
    v: 1,
    paymentId: state.paymentId,
    transactionId: state.transactionId,
    ...ofAttempt(attemptNumber),
    discrepancy,
    receivedXof: receipt.amountXof,
    receiptReference: receipt.receiptReference,
    receivedAt,
    foundAt: at,
  };
}

export const payment = { initial: noPayment, decide, evolve };
