import type { Occurred } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { defineEntries, defineProjection, defineProjectionSet } from "@sanu/platform";
import { type EventOf, StandingOrderEvent } from "../../standing-order/events.ts";
import {
  type OccurrenceRow,
  occurrenceColumns,
  type StandingOrderRow,
  standingOrderColumns,
} from "./table.ts";

/** One row for each standing order. */
const standingOrdersProjection = defineProjection<StandingOrderEvent, StandingOrderRow>({
  name: "standing-orders",
  table: "standing_orders",
  scope: "own",
  keyColumns: ["order_id"],
  key: ({ orderId }) => [orderId],
  columns: standingOrderColumns,
  apply: (row, event) =>
    event.type === "StandingOrderPlaced" ? placedRow(event) : row && changedRow(row, event),
});

/** One row for each occurrence. */
const occurrencesProjection = defineEntries<StandingOrderEvent, OccurrenceRow>({
  name: "standing-order-occurrences",
  table: "standing_order_occurrences",
  keyColumns: ["order_id", "occurrence"],
  columns: occurrenceColumns,
  entriesOf(events, place) {
    const event = events[place];
    return event?.type === "StandingOrderOccurred" ? [occurrenceRow(event)] : [];
  },
});

export const standingOrderProjections = [standingOrdersProjection, occurrencesProjection] as const;

export const standingOrdersProjectionSet = defineProjectionSet({
  schema: StandingOrderEvent,
  opens: ["StandingOrderPlaced"],
  projections: standingOrderProjections,
});

/** As it is placed. */
export function placedRow(event: EventOf<"StandingOrderPlaced">): StandingOrderRow {
  const { trigger } = event;
  const schedule = trigger.kind === "schedule" ? trigger : undefined;
  return {
    order_id: event.orderId,
    account_id: event.accountId,
    status: "ACTIVE",
    end_reason: null,
    transaction_type: event.transactionType,
    amount_xof: event.amountXof,
    price_xof_per_btc: trigger.kind === "price" ? trigger.priceXofPerBtc : null,
    every: schedule?.every ?? null,
    on_day: schedule?.day ?? null,
    at_time: schedule?.time ?? null,
    channel: event.channel,
    until_at: event.until,
    orders_max: event.ordersMax,
    ordered: 0,
    failures: 0,
    next_due_at: event.nextDueAt,
    created_at: event.placedAt,
  };
}

function changedRow(
  row: StandingOrderRow,
  event: Exclude<StandingOrderEvent, EventOf<"StandingOrderPlaced">>,
): StandingOrderRow {
  switch (event.type) {
    case "StandingOrderPaused":
      return { ...row, status: "PAUSED", next_due_at: null };
    case "StandingOrderResumed":
      return { ...row, status: "ACTIVE", next_due_at: event.nextDueAt };
    case "StandingOrderOccurred": {
      const { kind } = event.outcome;
      return {
        ...row,
        ordered: row.ordered + (kind === "ordered" ? 1 : 0),
        failures: row.failures + (kind === "refused" ? 1 : 0),
        next_due_at: event.nextDueAt,
      };
    }
    case "StandingOrderSettled":
      return { ...row, failures: event.isCompleted ? 0 : row.failures + 1 };
    case "StandingOrderEnded":
      return { ...row, status: "ENDED", end_reason: event.reason, next_due_at: null };
    default:
      return unreachable(event);
  }
}

const outcomes = { ordered: "ORDERED", refused: "REFUSED", skipped: "SKIPPED" } as const;

function occurrenceRow(event: EventOf<"StandingOrderOccurred">): OccurrenceRow {
  const { orderId, occurrence, dueAt, outcome, occurredAt } = event;
  return {
    order_id: orderId,
    occurrence,
    due_at: dueAt,
    outcome: outcomes[outcome.kind],
    code: codeOf(outcome),
    transaction_id: outcome.kind === "ordered" ? outcome.transactionId : null,
    occurred_at: occurredAt,
  };
}

function codeOf(outcome: Occurred): string | null {
  return outcome.kind === "ordered" ? null : outcome.code;
}
