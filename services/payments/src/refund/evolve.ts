import { saidOfOthers, unreachable, verdictIn } from "@sanu/kernel";
import type { RefundEvent } from "./events.ts";
import type { Contradiction, OrderedRefund, Refund, RefundOrder } from "./state.ts";

type Requested = Extract<Refund, { readonly status: "requested" }>;

export function evolve(state: Refund, event: RefundEvent): Refund {
  const known = state.status === "none" ? [] : standingWords(state, event);
  const contradictions = [...known, ...saidIn(event)];
  if (event.type === "OutcomeContradicted") {
    if (state.status === "none") throw new Error("A refund begins with RefundRequested");
    return { ...state, contradictions };
  }
  const next = evolveWord(state, event);
  return contradictions.length === 0 || next.status === "none" ? next : { ...next, contradictions };
}

function standingWords(state: OrderedRefund, event: RefundEvent): readonly Contradiction[] {
  const isBack = event.type === "RefundReversed" && state.status === "settled";
  return isBack ? saidOfOthers(state, state.attemptNumber) : (state.contradictions ?? []);
}

/** What the provider says of an attempt against a word of before, its own or that of a verdict. */
function saidIn(event: RefundEvent): readonly Contradiction[] {
  if (event.type !== "OutcomeContradicted" && event.type !== "VerdictContradicted") return [];
  const { attemptNumber, found, amountXof = null, foundAt } = event;
  return attemptNumber === undefined ? [] : [{ attemptNumber, found, amountXof, foundAt }];
}

type Word = Exclude<RefundEvent, { readonly type: "OutcomeContradicted" }>;

function evolveWord(state: Refund, event: Word): Refund {
  switch (event.type) {
    case "RefundRequested":
      return { ...orderOf(event), status: "requested", attemptNumber: 1, isUnknownRecorded: false };
    case "RefundAttemptRejected":
      return {
        ...assumeRequested(state),
        attemptNumber: event.attemptNumber + 1,
        isUnknownRecorded: false,
      };
    case "RefundSettled": {
      const { amountXof: arrivedXof, settledAt } = event;
      const requested = assumeRequested(state);
      const { attemptNumber = requested.attemptNumber } = event;
      const end = { attemptNumber, verdict: verdictIn(event), arrivedXof, settledAt };
      return { ...orderOf(requested), status: "settled", ...end };
    }
    case "RefundReversed": {
      if (state.status !== "settled") throw new Error(`${state.status} is not reversed`);
      return { ...orderOf(state), status: "reversed", reversedAt: event.reversedAt };
    }
    case "RefundFailed": {
      const { reason, failedAt } = event;
      const order = orderOf(assumeRequested(state));
      return { ...order, status: "failed", verdict: verdictIn(event), reason, failedAt };
    }
    case "VerdictContradicted":
      return { ...assumeEnded(state), verdict: { caseId: event.caseId, isContradicted: true } };
    case "RefundOutcomeUnknown":
      return { ...assumeRequested(state), isUnknownRecorded: true };
    default:
      return unreachable(event);
  }
}

function orderOf(from: RefundOrder): RefundOrder {
  const { refundId, transactionId, paymentId, receiptReference, amountXof } = from;
  const { collectionAttempt, earlierRefundIds } = from;
  const order = { refundId, transactionId, paymentId, receiptReference, amountXof };
  return {
    ...order,
    ...(collectionAttempt !== undefined && { collectionAttempt }),
    ...(earlierRefundIds !== undefined && { earlierRefundIds }),
  };
}

/** A log in which something follows the end is broken: a fault, not a state. */
function assumeRequested(state: Refund): Requested {
  if (state.status !== "requested") throw new Error(`Nothing of the kind follows ${state.status}`);
  return state;
}

function assumeEnded(state: Refund): Extract<Refund, { readonly status: "settled" | "failed" }> {
  if (state.status === "settled" || state.status === "failed") return state;
  throw new Error(`A refund that is ${state.status} contradicts no verdict`);
}
