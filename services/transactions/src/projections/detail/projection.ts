import { unreachable } from "@sanu/kernel";
import type { EventOf } from "../../transaction/events.ts";
import { agreedIn, type LaterEvent, rowPerTransaction } from "../agreed.ts";
import { type DetailRow, detailColumns } from "./table.ts";

/** One row for each transaction, with both legs. Who pays and who receives is joined when it is read. */
export const detailProjection = rowPerTransaction<DetailRow>({
  name: "detail",
  columns: detailColumns,
  created: createdRow,
  changed: (row, event) => ({ ...row, ...changeOf(event) }),
});

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

function changeOf(event: LaterEvent): Partial<DetailRow> {
  switch (event.type) {
    case "TransactionPaid":
      return {
        status: "PROCESSING",
        payment_status: "COMPLETED",
        payout_status: "PROCESSING",
        payout_reference: event.payoutReference,
      };
    case "TransactionPayoutHeld":
      return { status: "PROCESSING", payment_status: "COMPLETED", payout_status: "PROCESSING" };
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
    default:
      return unreachable(event);
  }
}
