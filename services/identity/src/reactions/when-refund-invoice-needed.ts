import { TransactionReviewRequested } from "@sanu/contracts";
import { commitEffect, defineReaction, type Reaction } from "@sanu/platform";
import { queueLimitedNotice } from "../mail/queue-notice.ts";
import type { SessionNoticeDeps } from "./notice-of-session.ts";

/**
 * Sats of a seller have nowhere to go, and only she can say where: she is asked, however late that is heard. Every other review is
 * about what the staff has to do.
 */
export function whenRefundInvoiceNeeded(deps: SessionNoticeDeps): Reaction {
  return defineReaction({
    name: "identity.when-refund-invoice-needed",
    fact: TransactionReviewRequested,
    aggregateId: ({ transactionId }) => transactionId,
    async react({ accountId }, { handled }) {
      const at = deps.clock.now();
      const notice =
        accountId === undefined ? [] : [queueLimitedNotice(accountId, "refund-invoice-needed", at)];
      const result = await commitEffect(deps.database, [handled, ...notice]);
      deps.afterMailQueued();
      return result;
    },
  });
}
