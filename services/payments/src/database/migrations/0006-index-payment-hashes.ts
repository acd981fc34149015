// A line of a node's statement names a payment hash; whose invoice it is is looked up, however it ended.
import type { Migration } from "@sanu/platform";

export const indexPaymentHashes: Migration = {
  kind: "index",
  name: "events_payment_hash",
  on: "events ((data->>'paymentHash')) where event_type = 'InvoiceRequested'",
};
