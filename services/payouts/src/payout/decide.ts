import type { PayoutFailureReason } from "@sanu/contracts";
import {
  accepted,
  type Decision,
  decideBy,
  type Instant,
  nothingNew,
  refused,
  unreachable,
} from "@sanu/kernel";
import type {
  PayoutCommand,
  RecordUnknown,
  RejectAttempt,
  RequestHold,
  RequestPayout,
  ReversePayout,
  SettlePayout,
  WithholdPayout,
} from "./commands.ts";
import {
  arrivedAfterAll,
  arrivedAgain,
  neverSentAfterAll,
  notArrived,
  settledByEarlier,
} from "./contradiction.ts";
import type { PayoutEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { PayoutRefusal } from "./refusals.ts";
import { endOf, isHeld, noPayout, type OrderedPayout, type Payout } from "./state.ts";
import { moneyOf } from "./transfer.ts";
import { conclude, contradictionOf } from "./verdict.ts";

type PayoutDecision = Decision<PayoutEvent, PayoutRefusal>;

export const decide = decideBy<Payout, PayoutCommand, PayoutDecision>({
  request,
  settle,
  reverse,
  "reject-attempt": rejectAttempt,
  "record-unknown": recordUnknown,
  conclude,
  "request-hold": requestHold,
  withhold,
});

function request(
  state: Payout,
  { order, choice, maybeSentSince: since, at }: RequestPayout,
): PayoutDecision {
  if (state.status !== "none") return nothingNew();
  const chosen = choice === undefined ? {} : { choice };
  const requested = { v: 1, ...order, requestedAt: at, ...chosen } as const;
  if (since === undefined) return accepted({ type: "PayoutRequested", ...requested });
  return accepted<PayoutEvent>(
    { type: "PayoutRequested", ...requested },
    { type: "PayoutOutcomeUnknown", v: 1, ...endOf(order), since },
  );
}

function settle(state: Payout, command: SettlePayout): PayoutDecision {
  const { attemptNumber, fee, settledAt } = command;
  switch (state.status) {
    case "none":
      return refused("payout-unknown");
    case "settled":
      // Two attempts that both arrived have paid twice.
      return attemptNumber === state.attemptNumber
        ? arrivedAgain(state, command)
        : arrivedAfterAll(state, command);
    case "failed":
      return (
        contradictionOf(state, "arrived", settledAt, { attemptNumber }) ??
        arrivedAfterAll(state, command)
      );
    case "reversed":
    case "withheld":
      return arrivedAfterAll(state, command);
    case "requested": {
      if (attemptNumber !== state.attemptNumber) return arrivedAfterAll(state, command);
      const sent = moneyOf(state.order.transfer);
      return accepted({ type: "PayoutSettled", v: 1, ...endOf(state.order), sent, fee, settledAt });
    }
    default:
      return unreachable(state);
  }
}

/** Once, however often it is said. What nobody saw settle never reached its receiver: the attempt has failed. */
function reverse(state: Payout, command: ReversePayout): PayoutDecision {
  switch (state.status) {
    case "none":
      return refused("payout-unknown");
    case "reversed":
    case "failed":
    case "withheld":
      return notArrived(state, command.attempt);
    case "requested":
      return rejectCurrent(state, command.attempt);
    case "settled": {
      if (command.attempt.attemptNumber !== state.attemptNumber) {
        return notArrived(state, command.attempt);
      }
      const { money, providerReference, reversedAt } = command;
      const reversed = { money, providerReference, reversedAt };
      return accepted({ type: "PayoutReversed", v: 1, ...endOf(state.order), ...reversed });
    }
    default:
      return unreachable(state);
  }
}

function rejectAttempt(state: Payout, command: RejectAttempt): PayoutDecision {
  switch (state.status) {
    case "none":
      return refused("payout-unknown");
    case "settled": {
      const { attemptNumber, at } = command;
      if (attemptNumber !== state.attemptNumber) return notArrived(state, command);
      return (
        contradictionOf(state, "never", at, { attemptNumber }) ?? neverSentAfterAll(state, command)
      );
    }
    case "reversed":
    case "failed":
    case "withheld":
      return notArrived(state, command);
    case "requested":
      return rejectCurrent(state, command);
    default:
      return unreachable(state);
  }
}

function rejectCurrent(
  state: Extract<Payout, { status: "requested" }>,
  { attemptNumber, reason, attemptsMax, isOurSide, next, at }: RejectAttempt,
): PayoutDecision {
  // An earlier attempt's place is taken.
  if (attemptNumber !== state.attemptNumber) return notArrived(state, { attemptNumber, at });
  const settled = settledByEarlier(state);
  if (settled !== undefined) return accepted(settled);
  const { payoutId, transactionId } = state.order;
  const ids = { payoutId, transactionId };
  // Of what a person was asked about, nothing is sent anew: she may be deciding, or paying by hand.
  const mayBeTried = state.unknownSince === null && attemptNumber < attemptsMax;
  if ((mayPass(reason) || next?.reason === "fail-over") && mayBeTried) {
    const followed = next === undefined ? {} : { next };
    const rejected = { attemptNumber, reason, rejectedAt: at, ...followed };
    return accepted({ type: "PayoutAttemptRejected", v: 1, ...ids, ...rejected });
  }
  // What shall be held goes back by the word of two of the staff alone.
  if (isHeld(state)) return accepted(withheldOf(state, at));
  const end = { ...endOf(state.order), ...(isOurSide && { isOurSide }), reason, failedAt: at };
  return accepted({ type: "PayoutFailed", v: 1, ...end });
}

function recordUnknown(state: Payout, { since }: RecordUnknown): PayoutDecision {
  switch (state.status) {
    case "none":
      return refused("payout-unknown");
    case "settled":
    case "reversed":
    case "failed":
    case "withheld":
      return nothingNew();
    case "requested":
      if (state.unknownSince !== null) return nothingNew();
      return accepted({ type: "PayoutOutcomeUnknown", v: 1, ...endOf(state.order), since });
    default:
      return unreachable(state);
  }
}

/** What somebody may have been asked for goes on to its end; what would follow it does not. */
function requestHold(state: Payout, { at: requestedAt }: RequestHold): PayoutDecision {
  if (state.status === "none") return refused("payout-unknown");
  if (state.status !== "requested" || isHeld(state)) return nothingNew();
  const { payoutId, transactionId } = state.order;
  const ids = { payoutId, transactionId };
  return accepted({ type: "PayoutHoldRequested", v: 1, ...ids, requestedAt });
}

function withhold(state: Payout, { attemptNumber, at }: WithholdPayout): PayoutDecision {
  if (state.status === "none") return refused("payout-unknown");
  if (state.status !== "requested" || attemptNumber !== state.attemptNumber) return nothingNew();
  const settled = settledByEarlier(state);
  return accepted(settled ?? withheldOf(state, at));
}

function withheldOf({ order }: OrderedPayout, withheldAt: Instant): PayoutEvent {
  return { type: "PayoutWithheld", v: 1, ...endOf(order), withheldAt };
}

/** Whether another attempt can end otherwise: ways to a receiver come and go, its refusal stays. */
function mayPass(reason: PayoutFailureReason): boolean {
  return reason === "no-route";
}

export const payout = { initial: noPayout, decide, evolve };
