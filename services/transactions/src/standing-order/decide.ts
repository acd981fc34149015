import type { StandingOrderEnding } from "@sanu/contracts";
import {
  accepted,
  type Decision,
  decideBy,
  type Instant,
  msBetween,
  nothingNew,
  refused,
} from "@sanu/kernel";
import type { Occur, PlaceStandingOrder, StandingOrderCommand } from "./commands.ts";
import type { StandingOrderEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { StandingOrderRefusal } from "./refusals.ts";
import { type ExistingStandingOrder, noStandingOrder, type StandingOrder } from "./state.ts";

type OrderDecision = Decision<StandingOrderEvent, StandingOrderRefusal>;

export function decide(state: StandingOrder, command: StandingOrderCommand): OrderDecision {
  if (command.kind === "place") return place(state, command);
  return state.status === "none"
    ? refused("unknown-standing-order")
    : decideExisting(state, command);
}

export const standingOrder = { initial: noStandingOrder, decide, evolve };

function place(state: StandingOrder, command: PlaceStandingOrder): OrderDecision {
  if (state.status !== "none") return nothingNew();
  const { kind: _kind, at, ...placed } = command;
  if (isBehind(placed.nextDueAt ?? at, placed.until)) return refused("until-before-first");
  return accepted({ type: "StandingOrderPlaced", v: 1, ...placed, placedAt: at });
}

const decideExisting = decideBy<
  ExistingStandingOrder,
  Exclude<StandingOrderCommand, PlaceStandingOrder>,
  OrderDecision
>({
  pause(state, { at }) {
    if (state.status === "ended") return refused("standing-order-ended");
    if (state.status === "paused") return nothingNew();
    return accepted({ type: "StandingOrderPaused", ...headOf(state), pausedAt: at });
  },
  resume(state, { nextDueAt, resumesMax, at }) {
    if (state.status === "ended") return refused("standing-order-ended");
    if (state.status === "active") return nothingNew();
    // Each moment is due once, also for who reckoned before another resumption.
    if (wasDue(state, nextDueAt)) return refused("due-before");
    if (isBehind(nextDueAt ?? at, state.until)) return accepted(ended(state, "until-reached", at));
    if (state.resumes >= resumesMax) return refused("too-many-resumptions");
    return accepted({
      type: "StandingOrderResumed",
      ...headOf(state),
      nextDueAt,
      resumedAt: at,
    });
  },
  cancel(state, { at }) {
    if (state.status !== "ended") return accepted(ended(state, "cancelled", at));
    return state.reason === "cancelled" ? nothingNew() : refused("standing-order-ended");
  },
  occur,
  settle(state, { transactionId, isCompleted, failuresMax, at }) {
    if (!state.open.includes(transactionId)) return nothingNew();
    const settled: StandingOrderEvent = {
      type: "StandingOrderSettled",
      ...headOf(state),
      transactionId,
      isCompleted,
      settledAt: at,
    };
    const isFailing = !isCompleted && state.failures + 1 >= failuresMax;
    return isFailing && state.status !== "ended"
      ? accepted<StandingOrderEvent>(settled, ended(state, "failing", at))
      : accepted(settled);
  },
  expire(state, { at }) {
    if (state.status === "ended") return nothingNew();
    return isBehind(at, state.until) ? accepted(ended(state, "until-reached", at)) : nothingNew();
  },
  close(state, { at }) {
    if (state.status === "ended") return nothingNew();
    return accepted(ended(state, "account-closed", at));
  },
});

/** Each occurrence has one outcome: who comes second with it is told that nothing is new. */
function occur(state: ExistingStandingOrder, command: Occur): OrderDecision {
  const { occurrence, outcome, nextDueAt, at } = command;
  if (occurrence < state.occurrence) return nothingNew();
  const isDue = state.dueAt === null || msBetween(state.dueAt, at) >= 0;
  const isNext = occurrence === state.occurrence;
  if (state.status !== "active" || !isNext || !isDue) return refused("not-due");
  const event: StandingOrderEvent = {
    type: "StandingOrderOccurred",
    ...headOf(state),
    occurrence,
    dueAt: state.dueAt ?? at,
    outcome,
    nextDueAt,
    occurredAt: at,
  };
  const reason = endingAfter(state, command);
  return reason === undefined
    ? accepted(event)
    : accepted<StandingOrderEvent>(event, ended(state, reason, at));
}

/** `undefined` where it is due again. */
function endingAfter(
  { trigger, ordered, ordersMax, failures, until }: ExistingStandingOrder,
  { outcome, nextDueAt, failuresMax, at }: Occur,
): StandingOrderEnding | undefined {
  if (outcome.kind === "ordered") {
    // A price is reached once.
    if (trigger.kind === "price" || ordered + 1 === ordersMax) return "done";
  }
  if (outcome.kind === "refused" && failures + 1 >= failuresMax) return "failing";
  return isBehind(nextDueAt ?? at, until) ? "until-reached" : undefined;
}

function wasDue({ lastDueAt }: ExistingStandingOrder, moment: Instant | null): boolean {
  return lastDueAt !== null && moment !== null && msBetween(lastDueAt, moment) <= 0;
}

function isBehind(moment: Instant, until: Instant | null): boolean {
  return until !== null && msBetween(until, moment) > 0;
}

function ended(
  state: ExistingStandingOrder,
  reason: StandingOrderEnding,
  at: Instant,
): StandingOrderEvent {
  return { type: "StandingOrderEnded", ...headOf(state), reason, endedAt: at };
}

function headOf({ orderId, accountId }: ExistingStandingOrder) {
  return { v: 1, orderId, accountId } as const;
}
