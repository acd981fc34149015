// A line of a statement names a receipt; whether we have it is looked up, whenever it came.
import type { Migration } from "@sanu/platform";

export const indexReceipts: Migration = {
  kind: "index",
  name: "events_receipt",
  on: "events ((data->>'receiptReference')) where event_type in ('PaymentCompleted', 'PaymentDiscrepancyFound')",
};
