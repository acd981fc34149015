import { unreachable } from "@sanu/kernel";
import { defineProjection } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import { agreedIn, rowPerTransaction } from "../agreed.ts";
import { type ListRow, listColumns } from "./table.ts";

export const listProjection = defineProjection<TransactionEvent, ListRow>({
  name: "list",
  table: "transaction_list",
  ...rowPerTransaction,
  columns: listColumns,
  apply,
});

function apply(row: ListRow | undefined, event: TransactionEvent): ListRow | undefined {
  if (event.type === "TransactionCreated") return createdRow(event);
  return row && changedRow(row, event);
}

function createdRow(event: EventOf<"TransactionCreated">): ListRow {
  return {
    ...agreedIn(event),
    status: "PENDING",
    created_at: event.createdAt,
    updated_at: event.createdAt,
  };
}

function changedRow(
  row: ListRow,
  event: Exclude<TransactionEvent, EventOf<"TransactionCreated">>,
): ListRow {
  switch (event.type) {
    case "TransactionPaid":
      return { ...row, status: "PROCESSING", updated_at: event.paidAt };
    case "TransactionPaymentHeld":
      return { ...row, status: "PROCESSING", updated_at: event.heldAt };
    case "TransactionCompleted":
      return { ...row, status: "COMPLETED", updated_at: event.completedAt };
    case "TransactionFailed":
      return { ...row, status: "FAILED", updated_at: event.failedAt };
    // None of them shows in the list; the same row back means that nothing is written.
    case "TransactionPaymentLinked":
    case "TransactionCancelRequested":
    case "TransactionPaymentFailed":
    case "TransactionPayoutFailed":
    case "TransactionRefundRequested":
    case "TransactionRefundSettled":
    case "TransactionRefundFailed":
    case "TransactionPaymentReversed":
    case "TransactionPayoutReversed":
    case "TransactionRefundReversed":
    case "TransactionReviewRequested":
    case "TransactionReviewResolved":
      return row;
    default:
      return unreachable(event);
  }
}
