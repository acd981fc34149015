import { unreachable } from "@sanu/kernel";
import type { EventOf, StandingOrderEvent } from "./events.ts";
import type { ExistingStandingOrder, StandingOrder } from "./state.ts";

export function evolve(state: StandingOrder, event: StandingOrderEvent): StandingOrder {
  if (event.type === "StandingOrderPlaced") return placed(event);
  if (state.status === "none")
    throw new Error(`${event.type} of ${event.orderId} before its placing`);
  switch (event.type) {
    case "StandingOrderPaused":
      return { ...state, status: "paused", dueAt: null };
    case "StandingOrderResumed":
      return {
        ...state,
        status: "active",
        dueAt: event.nextDueAt,
        resumes: state.resumes + 1,
      };
    case "StandingOrderOccurred":
      return occurred(state, event);
    case "StandingOrderSettled": {
      const open = state.open.filter((id) => id !== event.transactionId);
      return { ...state, open, failures: event.isCompleted ? 0 : state.failures + 1 };
    }
    case "StandingOrderEnded":
      return { ...state, status: "ended", reason: event.reason, dueAt: null };
    default:
      return unreachable(event);
  }
}

function placed(event: EventOf<"StandingOrderPlaced">): ExistingStandingOrder {
  const { type: _type, v: _version, placedAt: _at, nextDueAt: dueAt, ...what } = event;
  return {
    ...what,
    status: "active",
    reason: null,
    dueAt,
    lastDueAt: null,
    occurrence: 1,
    resumes: 0,
    ordered: 0,
    failures: 0,
    open: [],
  };
}

function occurred(
  state: ExistingStandingOrder,
  { occurrence, dueAt: lastDueAt, outcome, nextDueAt: dueAt }: EventOf<"StandingOrderOccurred">,
): ExistingStandingOrder {
  const next = { ...state, occurrence: occurrence + 1, dueAt, lastDueAt };
  switch (outcome.kind) {
    case "ordered":
      return { ...next, ordered: state.ordered + 1, open: [...state.open, outcome.transactionId] };
    case "refused":
      return { ...next, failures: state.failures + 1 };
    case "skipped":
      return next;
    default:
      return unreachable(outcome);
  }
}
