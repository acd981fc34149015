import { unreachable } from "@sanu/kernel";
import { agreedIn, type LaterEvent, rowPerTransaction } from "../agreed.ts";
import { type ListRow, listColumns } from "./table.ts";

export const listProjection = rowPerTransaction<ListRow>({
  name: "list",
  columns: listColumns,
  created: (event) => ({
    ...agreedIn(event),
    status: "PENDING",
    created_at: event.createdAt,
    updated_at: event.createdAt,
  }),
  changed: changedRow,
});

function changedRow(row: ListRow, event: LaterEvent): ListRow {
  switch (event.type) {
    case "TransactionPaid":
      return { ...row, status: "PROCESSING", updated_at: event.paidAt };
    case "TransactionPayoutHeld":
    case "TransactionPaymentHeld":
      return { ...row, status: "PROCESSING", updated_at: event.heldAt };
    case "TransactionCompleted":
      return { ...row, status: "COMPLETED", updated_at: event.completedAt };
    case "TransactionFailed":
      return { ...row, status: "FAILED", updated_at: event.failedAt };
    // None of them shows in the list; the same row back means that nothing is written.
    case "TransactionPaymentFailed":
    case "TransactionPayoutFailed":
    case "TransactionReviewRequested":
    case "TransactionReviewResolved":
      return row;
    default:
      return unreachable(event);
  }
}
