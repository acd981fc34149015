// Support sees the callbacks of one payment.
import type { Migration } from "@sanu/platform";

export const indexCallbacksOfPayments: Migration = {
  kind: "index",
  name: "callbacks_payment",
  on: "callbacks (payment_id)",
};
