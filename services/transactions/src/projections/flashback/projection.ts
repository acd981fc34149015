import { defineTotals } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import type { FlashbackRow } from "./table.ts";

/** One row for each person and month, to which every transaction adds that completes in it. */
export const flashbackProjection = defineTotals<TransactionEvent, FlashbackRow>({
  name: "flashback",
  table: "flashback",
  keyColumns: ["account_id", "month"],
  countColumns: ["transactions_count", "bought_xof", "sold_sats", "volume_xof", "bought_sats"],
  maskColumns: ["days_mask"],
  changeOf(events, place) {
    const event = events[place];
    return event?.type === "TransactionCompleted" ? additionOf(event) : undefined;
  },
});

function additionOf(event: EventOf<"TransactionCompleted">): FlashbackRow {
  const { accountId, transactionType, amountXof, amountSats, completedDay } = event;
  const isBuy = transactionType === "BUY_BITCOIN";
  return {
    account_id: accountId,
    month: completedDay.slice(0, 7),
    transactions_count: 1,
    bought_xof: isBuy ? amountXof : 0n,
    sold_sats: isBuy ? 0n : amountSats,
    volume_xof: amountXof,
    bought_sats: isBuy ? amountSats : 0n,
    days_mask: 1 << (Number(completedDay.slice(8)) - 1),
  };
}
