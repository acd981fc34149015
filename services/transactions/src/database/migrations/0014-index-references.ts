// A provider's name of money that the staff states must not be booked with another order.
import type { Migration } from "@sanu/platform";

export const indexReferences: Migration = {
  kind: "index",
  name: "events_references",
  on: `events ((coalesce(data ->> 'receiptId', data -> 'proposed' ->> 'providerReference')))
    where event_type in ('TransactionPaid', 'TransactionPaymentHeld', 'TransactionPayoutHeld',
      'TransactionRefundRequested', 'TransactionReviewRequested', 'CaseVerdictApproved')`,
};
