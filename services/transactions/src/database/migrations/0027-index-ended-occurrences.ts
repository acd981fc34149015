// Those that have ended, in the order in which their orders are told.
import type { Migration } from "@sanu/platform";

export const indexEndedOccurrences: Migration = {
  kind: "index",
  name: "standing_order_awaited_ended",
  on: "standing_order_awaited (settle_after, transaction_id) where settle_after is not null",
};
