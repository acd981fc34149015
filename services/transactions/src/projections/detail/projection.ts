import { unreachable } from "@sanu/kernel";
import { defineProjection } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import { type DetailRow, detailColumns } from "./table.ts";

/** One row for each transaction, with both legs. Who pays and who receives is joined when it is read. */
export const detailProjection = defineProjection<TransactionEvent, DetailRow>({
  name: "detail",
  table: "transaction_detail",
  scope: "own",
  keyColumns: ["transaction_id"],
  columns: detailColumns,
  key: (event) => [event.transactionId],
  apply,
});

function apply(row: DetailRow | undefined, event: TransactionEvent): DetailRow | undefined {
  if (event.type === "TransactionCreated") return createdRow(event);
  // The same row back means that nothing is written: a link shows in no column.
  if (event.type === "TransactionPaymentLinked") return row;
  return row && { ...row, ...changeOf(event) };
}

/** The row of a transaction that was just ordered. */
export function createdRow(event: EventOf<"TransactionCreated">): DetailRow {
  return {
    transaction_id: event.transactionId,
    account_id: event.accountId,
    reference: event.reference,
    transaction_type: event.transactionType,
    amount_xof: event.amountXof,
    amount_sats: event.amountSats,
    rate_xof_per_btc: event.rateXofPerBtc,
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
  event: Exclude<TransactionEvent, EventOf<"TransactionCreated" | "TransactionPaymentLinked">>,
): Partial<DetailRow> {
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
    case "TransactionCompleted":
      return {
        status: "COMPLETED",
        payout_status: "COMPLETED",
        completed_at: event.completedAt,
      };
    // Without money in there will be no money out: both legs have ended.
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
    default:
      return unreachable(event);
  }
}
