import type { DetailRow } from "./table.ts";

/** What the columns of a detail do not tell apart: whether its payout is held, its held money was sent back, or it is to be cancelled. */
export interface HeldColumns {
  /** The newest event that says what becomes of what was ordered; null but while it is PROCESSING. */
  readonly payout_event: string | null;
  /** Whether somebody wants it cancelled; null but while it is PENDING. */
  readonly has_cancel_request: boolean | null;
}

type Shown = Pick<DetailRow, "status" | "payment_status" | "payout_status" | "is_in_review"> &
  HeldColumns;

/** Read with the row and not kept in it: few are ever held, and nobody else looks for it. */
export const heldColumns = `case when detail.status = 'PROCESSING' then (
    select event_type from events where stream_id = detail.transaction_id
      and (event_type in ('TransactionPaid', 'TransactionPayoutHeld')
        or event_type = 'TransactionRefundRequested' and data ->> 'reason' = 'payout-failed')
    order by version desc limit 1) end as payout_event,
  case when detail.status = 'PENDING' then exists (
    select from events where stream_id = detail.transaction_id
      and event_type = 'TransactionCancelRequested') end as has_cancel_request`;

/**
 * Money is in and no payout follows: the payout failed for good, another amount came in, or what was held is refunded. The same of an order
 * whose payment has failed and which is PENDING until other money of it, come too late, is back.
 */
export function isGoingBack(row: Shown): boolean {
  if (row.status === "PENDING") return row.payment_status === "FAILED";
  if (row.status !== "PROCESSING") return false;
  if (row.payout_status === "FAILED" || row.payment_status === "PROCESSING") return true;
  return row.payout_event === "TransactionRefundRequested";
}

/** It is to be cancelled, and its provider has not said that it is: it can still be paid, and what is paid in time counts. */
export function isBeingCancelled(row: Shown): boolean {
  return row.has_cancel_request === true && !isGoingBack(row);
}

/** Money is in, and it goes on only once the staff has looked: nobody promises meanwhile that it is being sent. */
export function isBeingChecked(row: Shown): boolean {
  if (row.status !== "PROCESSING" || isGoingBack(row)) return false;
  return row.is_in_review || row.payout_event === "TransactionPayoutHeld";
}
