import { unreachable } from "@sanu/kernel";
import { defineProjection } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import { agreedIn, rowPerTransaction } from "../agreed.ts";
import { type DetailRow, detailColumns } from "./table.ts";

/** One row for each transaction, with both legs. Who pays and who receives is joined when it is read. */
export const detailProjection = defineProjection<TransactionEvent, DetailRow>({
  name: "detail",
  table: "transaction_detail",
  ...rowPerTransaction,
  columns: detailColumns,
  apply,
});

function apply(row: DetailRow | undefined, event: TransactionEvent): DetailRow | undefined {
  if (event.type === "TransactionCreated") return createdRow(event);
  if (row === undefined) return undefined;
  const change = changeOf(event);
  // The same row back means that nothing is written.
  return change === undefined ? row : { ...row, ...change };
}

export function createdRow(event: EventOf<"TransactionCreated">): DetailRow {
  return {
    ...agreedIn(event),
    payment_id: event.paymentId,
    payment_reference: event.paymentReference,
    payout_reference: null,
    channel: event.channel,
    status: "PENDING",
    payment_status: "PENDING",
    payout_status: "PENDING",
    is_in_review: false,
    created_at: event.createdAt,
    expires_at: event.expiresAt,
    completed_at: null,
    failed_at: null,
  };
}

function changeOf(
  event: Exclude<TransactionEvent, EventOf<"TransactionCreated">>,
): Partial<DetailRow> | undefined {
  switch (event.type) {
    case "TransactionPaid":
      return {
        status: "PROCESSING",
        payment_status: "COMPLETED",
        payout_status: "PROCESSING",
        payout_reference: event.payoutReference,
      };
    case "TransactionPaymentHeld":
      return { status: "PROCESSING", payment_status: "PROCESSING" };
    case "TransactionPaymentFailed":
      return { payment_status: "FAILED" };
    case "TransactionPayoutFailed":
      return { payout_status: "FAILED" };
    case "TransactionCompleted":
      return {
        status: "COMPLETED",
        payout_status: "COMPLETED",
        completed_at: event.completedAt,
      };
    // Nothing stays with us, so nothing goes out: both legs have ended.
    case "TransactionFailed":
      return {
        status: "FAILED",
        payment_status: "FAILED",
        payout_status: "FAILED",
        failed_at: event.failedAt,
      };
    case "TransactionReviewRequested":
      return event.reason === "payout-failed"
        ? { is_in_review: true, payout_status: "FAILED" }
        : { is_in_review: true };
    case "TransactionReviewResolved":
      return { is_in_review: false };
    // None of them shows in a column.
    case "TransactionPaymentLinked":
    case "TransactionCancelRequested":
    case "TransactionRefundRequested":
    case "TransactionRefundSettled":
    case "TransactionRefundFailed":
    case "TransactionPaymentReversed":
    case "TransactionPayoutReversed":
    case "TransactionRefundReversed":
      return undefined;
    default:
      return unreachable(event);
  }
}
