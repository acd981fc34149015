import type { ConnectorChoice } from "@sanu/contracts";
import { saidOfOthers, unreachable, verdictIn } from "@sanu/kernel";
import type { PayoutEvent } from "./events.ts";
import type { Contradiction, OrderedPayout, Payout } from "./state.ts";

export function evolve(state: Payout, event: PayoutEvent): Payout {
  const known = state.status === "none" ? [] : standingWords(state, event);
  const contradictions = [...known, ...saidIn(event)];
  if (event.type === "OutcomeContradicted") return { ...assumeOrdered(state), contradictions };
  const next = evolveWord(state, event);
  return contradictions.length === 0 || next.status === "none" ? next : { ...next, contradictions };
}

function standingWords(state: OrderedPayout, event: PayoutEvent): readonly Contradiction[] {
  const isBack = event.type === "PayoutReversed" && state.status === "settled";
  return isBack ? saidOfOthers(state, state.attemptNumber) : (state.contradictions ?? []);
}

/** What the rail says of an attempt against a word of before, its own or that of a verdict. */
function saidIn(event: PayoutEvent): readonly Contradiction[] {
  if (event.type === "OutcomeContradicted") {
    const { attemptNumber, found, fee, foundAt } = event;
    return [{ attemptNumber, found, fee, foundAt }];
  }
  if (event.type !== "VerdictContradicted" || event.attemptNumber === undefined) return [];
  const { attemptNumber, found, foundAt } = event;
  return [{ attemptNumber, found, fee: null, foundAt }];
}

type Word = Exclude<PayoutEvent, { readonly type: "OutcomeContradicted" }>;

function evolveWord(state: Payout, event: Word): Payout {
  switch (event.type) {
    case "PayoutRequested": {
      const { payoutId, transactionId, reference, transfer, earlierPayoutIds } = event;
      const earlier = earlierPayoutIds === undefined ? {} : { earlierPayoutIds };
      const order = { payoutId, transactionId, reference, transfer, ...earlier };
      const asked = askedAfter([], event.choice);
      return { order, status: "requested", attemptNumber: 1, asked, unknownSince: null };
    }
    case "PayoutAttemptRejected": {
      const requested = assumeRequested(state);
      const asked = askedAfter(requested.asked, event.next);
      const attemptNumber = event.attemptNumber + 1;
      return { ...requested, attemptNumber, asked, unknownSince: null };
    }
    case "PayoutOutcomeUnknown":
      return { ...assumeRequested(state), unknownSince: event.since };
    case "PayoutSettled": {
      const { fee, settledAt } = event;
      const { order, attemptNumber: last } = assumeRequested(state);
      const { attemptNumber = last } = event;
      const verdict = verdictIn(event);
      return { order, status: "settled", attemptNumber, verdict, fee, settledAt };
    }
    case "PayoutReversed": {
      const { reversedAt } = event;
      return { order: assumeOrdered(state).order, status: "reversed", reversedAt };
    }
    case "PayoutFailed": {
      const { reason, failedAt } = event;
      const { order } = assumeOrdered(state);
      return { order, status: "failed", verdict: verdictIn(event), reason, failedAt };
    }
    case "PayoutHoldRequested":
      return { ...assumeRequested(state), isHoldRequested: true };
    case "PayoutWithheld":
      return { order: assumeRequested(state).order, status: "withheld" };
    case "VerdictContradicted": {
      const { caseId } = event;
      return { ...assumeEnded(state), verdict: { caseId, isContradicted: true } };
    }
    default:
      return unreachable(event);
  }
}

/** Behind a pause all of them may be asked again. */
function askedAfter(
  asked: readonly string[],
  choice: ConnectorChoice | undefined,
): readonly string[] {
  const provider = choice?.provider ?? null;
  if (provider === null) return asked;
  return choice?.reason === "fail-over" ? [...asked, provider] : [provider];
}

/** A log whose first event is another one is broken: a fault, not a state. */
function assumeOrdered(state: Payout): OrderedPayout {
  if (state.status === "none") throw new Error("A payout begins with PayoutRequested");
  return state;
}

function assumeRequested(state: Payout): Extract<Payout, { status: "requested" }> {
  const ordered = assumeOrdered(state);
  if (ordered.status !== "requested")
    throw new Error(`A payout has ended and goes on: ${ordered.status}`);
  return ordered;
}

function assumeEnded(state: Payout): Extract<Payout, { status: "settled" | "failed" }> {
  const ordered = assumeOrdered(state);
  if (ordered.status === "settled" || ordered.status === "failed") return ordered;
  throw new Error(`A payout that is ${ordered.status} contradicts no verdict`);
}
