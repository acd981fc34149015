import type { DetailRow } from "./table.ts";

/** Money is in and no payout follows: the payout failed for good, or another amount than the ordered one came in. */
export function isGoingBack(
  row: Pick<DetailRow, "status" | "payment_status" | "payout_status">,
): boolean {
  if (row.status !== "PROCESSING") return false;
  return row.payout_status === "FAILED" || row.payment_status === "PROCESSING";
}
