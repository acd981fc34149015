import { accepted, type Decision, decideBy, nothingNew, refused, unreachable } from "@sanu/kernel";
import type {
  CancelPayment,
  FailPayment,
  InitiatePayment,
  PaymentCommand,
  RecordReceipts,
  RecordUnknown,
  RequestPayment,
} from "./commands.ts";
import { neverCameAfterAll } from "./contradiction.ts";
import type { PaymentEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { failedBecause, initiated } from "./open-payment.ts";
import { eventsOfRecord } from "./receipts.ts";
import type { PaymentRefusal } from "./refusals.ts";
import {
  type EndedPayment,
  eventOf,
  isOpen,
  type KnownReceipt,
  noPayment,
  type OpenPayment,
  type OrderedPayment,
  type Payment,
} from "./state.ts";
import { conclude, contradictionOf, decideReceipt } from "./verdict.ts";

type PaymentDecision = Decision<PaymentEvent, PaymentRefusal>;

export const decide = decideBy<Payment, PaymentCommand, PaymentDecision>({
  request,
  initiate,
  "record-receipts": recordReceipts,
  fail,
  "request-cancel": requestCancel,
  "record-unknown": recordUnknown,
  conclude,
  "decide-receipt": decideReceipt,
});

function request(state: Payment, { order, choice, at }: RequestPayment): PaymentDecision {
  if (state.status !== "none") return nothingNew();
  const requested = { type: "PaymentRequested", v: 1, ...order, requestedAt: at } as const;
  if (choice === undefined) return accepted(requested);
  if (choice.provider !== null) return accepted({ ...requested, choice });
  const end = { reason: "refused-by-provider", failedAt: at } as const;
  const failed = { type: "PaymentFailed", ...eventOf(order), ...end } as const;
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
  const [first, ...others] = eventsOfRecord(state, command);
  return first === undefined ? nothingNew() : accepted(first, ...others);
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
  if (attemptNumber === undefined) return nothingNew();
  const receipts = standing(state, attemptNumber);
  if (receipts.length === 0) return nothingNew();
  return neverCameAfterAll(state, { attemptNumber, receipts, at });
}

/** What was counted of an attempt's money and is not taken back. */
function standing({ receipts }: OrderedPayment, attemptNumber: number): readonly KnownReceipt[] {
  return receipts.filter((one) => one.attemptNumber === attemptNumber && !one.isReversed);
}

/** Whether the end is one of the attempt by whose money the payment ended, or of the order itself. */
function isOfMoney({ receipts: [first] }: OrderedPayment, { attemptNumber }: FailPayment): boolean {
  return attemptNumber === undefined || attemptNumber === first?.attemptNumber;
}

/** Nobody is asked for an order that is given up, nor of what a person was asked to look at. */
function failedOver(state: OpenPayment, { reason, next, at }: FailPayment) {
  if (next === undefined || next.provider === null || state.status !== "requested") return;
  if (state.isCancelRequested || state.isUnknownRecorded) return;
  const rejected = { attemptNumber: state.attemptNumber, reason, rejectedAt: at, next };
  return { type: "PaymentAttemptRejected", ...eventOf(state), ...rejected } as const;
}

/** Only the provider's word ends a payment; until then money may still come. */
function requestCancel(state: Payment, { at }: CancelPayment): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (!isOpen(state) || state.isCancelRequested) return nothingNew();
  return accepted({ type: "PaymentCancelRequested", ...eventOf(state), requestedAt: at });
}

function recordUnknown(state: Payment, { since }: RecordUnknown): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (!isOpen(state) || state.isUnknownRecorded) return nothingNew();
  return accepted({ type: "PaymentOutcomeUnknown", ...eventOf(state), since });
}

export const payment = { initial: noPayment, decide, evolve };
