import type { RefundFailureReason } from "@sanu/contracts";
import { accepted, type Decision, decideBy, nothingNew, refused, unreachable } from "@sanu/kernel";
import type {
  RecordUnknown,
  RefundCommand,
  RejectAttempt,
  RequestRefund,
  ReverseRefund,
  SettleRefund,
} from "./commands.ts";
import {
  arrivedAfterAll,
  arrivedAgain,
  neverSentAfterAll,
  notArrived,
  settledByEarlier,
} from "./contradiction.ts";
import type { RefundEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { RefundRefusal } from "./refusals.ts";
import { eventOf, noRefund, type OrderedRefund, type Refund } from "./state.ts";
import { conclude, contradictionOf } from "./verdict.ts";

type RefundDecision = Decision<RefundEvent, RefundRefusal>;

export function decide(state: Refund, command: RefundCommand): RefundDecision {
  if (command.kind === "request") return request(state, command);
  return state.status === "none" ? refused("refund-unknown") : decideOrdered(state, command);
}

const decideOrdered = decideBy<
  OrderedRefund,
  Exclude<RefundCommand, RequestRefund>,
  RefundDecision
>({
  settle,
  reverse,
  "reject-attempt": rejectAttempt,
  "record-unknown": recordUnknown,
  conclude,
});

function request(
  state: Refund,
  { order, isRefundable, maybeSentSince: since, at }: RequestRefund,
): RefundDecision {
  if (state.status !== "none") return nothingNew();
  const requested: RefundEvent = { type: "RefundRequested", v: 1, ...order, requestedAt: at };
  const { refundId, transactionId } = order;
  const ids = { refundId, transactionId };
  if (since !== undefined) {
    return accepted<RefundEvent>(requested, { type: "RefundOutcomeUnknown", v: 1, ...ids, since });
  }
  if (isRefundable) return accepted(requested);
  const reason = "not-refundable";
  return accepted<RefundEvent>(requested, {
    type: "RefundFailed",
    v: 1,
    ...ids,
    reason,
    failedAt: at,
  });
}

function settle(state: OrderedRefund, command: SettleRefund): RefundDecision {
  const { attemptNumber, amountXof, settledAt } = command;
  switch (state.status) {
    case "settled":
      // Two attempts that both arrived have paid twice.
      return attemptNumber === state.attemptNumber
        ? arrivedAgain(state, command)
        : arrivedAfterAll(state, command);
    case "failed":
      return (
        contradictionOf(state, "arrived", settledAt, { attemptNumber, amountXof }) ??
        arrivedAfterAll(state, command)
      );
    case "reversed":
      return arrivedAfterAll(state, command);
    // Another amount than was ordered has arrived all the same: whoever owes the difference is not decided here.
    case "requested":
      if (attemptNumber !== state.attemptNumber) return arrivedAfterAll(state, command);
      return accepted({ ...eventOf(state), type: "RefundSettled", amountXof, settledAt });
    default:
      return unreachable(state);
  }
}

/** Once, however often it is said. What nobody saw settle never reached its payer: the attempt has failed. */
function reverse(state: OrderedRefund, command: ReverseRefund): RefundDecision {
  switch (state.status) {
    case "reversed":
    case "failed":
      return notArrived(state, command.attempt);
    case "requested":
      return rejectAttempt(state, command.attempt);
    case "settled": {
      if (command.attempt.attemptNumber !== state.attemptNumber) {
        return notArrived(state, command.attempt);
      }
      const { amountXof, reversedAt } = command;
      return accepted({ ...eventOf(state), type: "RefundReversed", amountXof, reversedAt });
    }
    default:
      return unreachable(state);
  }
}

function rejectAttempt(state: OrderedRefund, command: RejectAttempt): RefundDecision {
  switch (state.status) {
    case "settled": {
      const { attemptNumber, at } = command;
      if (attemptNumber !== state.attemptNumber) return notArrived(state, command);
      return (
        contradictionOf(state, "never", at, { attemptNumber }) ?? neverSentAfterAll(state, command)
      );
    }
    case "reversed":
    case "failed":
      return notArrived(state, command);
    case "requested": {
      const { attemptNumber, reason, attemptsMax, at } = command;
      // An earlier attempt's place is taken.
      if (attemptNumber !== state.attemptNumber) return notArrived(state, command);
      const settled = settledByEarlier(state);
      if (settled !== undefined) return accepted(settled);
      // Of what a person was asked about, nothing is sent anew: she may be deciding, or paying by hand.
      const mayBeTried = !state.isUnknownRecorded && attemptNumber < attemptsMax;
      if (!mayPass(reason) || !mayBeTried) {
        return accepted({ ...eventOf(state), type: "RefundFailed", reason, failedAt: at });
      }
      const rejected = { attemptNumber, reason, rejectedAt: at };
      return accepted({ ...eventOf(state), type: "RefundAttemptRejected", ...rejected });
    }
    default:
      return unreachable(state);
  }
}

function recordUnknown(state: OrderedRefund, { since }: RecordUnknown): RefundDecision {
  if (state.status !== "requested" || state.isUnknownRecorded) return nothingNew();
  return accepted({ ...eventOf(state), type: "RefundOutcomeUnknown", since });
}

/** Whether another attempt can end otherwise: a wallet that is full may have room later. */
function mayPass(reason: RefundFailureReason): boolean {
  return reason === "wallet-refused";
}

export const refund = { initial: noRefund, decide, evolve };
