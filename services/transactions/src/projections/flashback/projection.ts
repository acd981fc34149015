import { defineProjection } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import { type FlashbackRow, flashbackColumns } from "./table.ts";

/** One row for each person and month, fed by every transaction that completes in it. */
export const flashbackProjection = defineProjection<TransactionEvent, FlashbackRow>({
  name: "flashback",
  table: "flashback",
  scope: "shared",
  keyColumns: ["account_id", "month"],
  columns: flashbackColumns,
  key: (event) =>
    event.type === "TransactionCompleted" ? [event.accountId, monthOf(event)] : undefined,
  apply: (row, event) => (event.type === "TransactionCompleted" ? added(row, event) : row),
});

function added(
  row: FlashbackRow | undefined,
  event: EventOf<"TransactionCompleted">,
): FlashbackRow {
  const { transactionType, amountXof, amountSats } = event;
  const isBuy = transactionType === "BUY_BITCOIN";
  return {
    account_id: event.accountId,
    month: monthOf(event),
    transactions_count: (row?.transactions_count ?? 0) + 1,
    bought_xof: (row?.bought_xof ?? 0n) + (isBuy ? amountXof : 0n),
    sold_sats: (row?.sold_sats ?? 0n) + (isBuy ? 0n : amountSats),
    volume_xof: (row?.volume_xof ?? 0n) + amountXof,
    bought_sats: (row?.bought_sats ?? 0n) + (isBuy ? amountSats : 0n),
    days_mask: (row?.days_mask ?? 0) | (1 << (dayOf(event) - 1)),
  };
}

function monthOf(event: EventOf<"TransactionCompleted">): string {
  return event.completedDay.slice(0, 7);
}

function dayOf(event: EventOf<"TransactionCompleted">): number {
  return Number(event.completedDay.slice(8));
}
