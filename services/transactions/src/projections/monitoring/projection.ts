import { unreachable } from "@sanu/kernel";
import type { EventOf } from "../../transaction/events.ts";
import { agreedIn, type LaterEvent, rowPerTransaction } from "../agreed.ts";
import { type MonitoringRow, monitoringColumns } from "./table.ts";

/** One row for each transaction, as the staff looks for it. */
export const monitoringProjection = rowPerTransaction<MonitoringRow>({
  name: "monitoring",
  columns: monitoringColumns,
  created: createdRow,
  changed: changedRow,
});

function createdRow(event: EventOf<"TransactionCreated">): MonitoringRow {
  return {
    ...agreedIn(event),
    status: "PENDING",
    review_reason: null,
    failure_reason: null,
    channel: event.channel,
    payment_id: event.paymentId,
    payment_reference: event.paymentReference,
    payout_id: null,
    payout_reference: null,
    created_at: event.createdAt,
    updated_at: event.createdAt,
  };
}

function changedRow(row: MonitoringRow, event: LaterEvent): MonitoringRow {
  switch (event.type) {
    case "TransactionPaid": {
      const { payoutId, payoutReference, paidAt } = event;
      const payout = { payout_id: payoutId, payout_reference: payoutReference };
      return { ...row, ...payout, status: "PROCESSING", updated_at: paidAt };
    }
    case "TransactionPayoutHeld":
    case "TransactionPaymentHeld":
      return { ...row, status: "PROCESSING", updated_at: event.heldAt };
    case "TransactionCompleted":
      return { ...row, status: "COMPLETED", updated_at: event.completedAt };
    case "TransactionFailed": {
      const { reason, failedAt } = event;
      return { ...row, status: "FAILED", failure_reason: reason, updated_at: failedAt };
    }
    case "TransactionReviewRequested":
      return { ...row, review_reason: event.reason, updated_at: event.requestedAt };
    case "TransactionReviewResolved":
      return { ...row, review_reason: null, updated_at: event.resolvedAt };
    // All of that is in the timeline; the same row back means that nothing is written.
    case "TransactionPaymentFailed":
    case "TransactionPayoutFailed":
      return row;
    default:
      return unreachable(event);
  }
}
