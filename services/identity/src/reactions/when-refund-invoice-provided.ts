import { TransactionRefundRequested } from "@sanu/contracts";
import { commitEffect, defineReaction, type Reaction } from "@sanu/platform";
import { noticeOfSession, type SessionNoticeDeps } from "./notice-of-session.ts";

/** Sats of a seller go back to an invoice that whoever holds her session gave. Every other refund goes where she ordered from, or to. */
export function whenRefundInvoiceProvided(deps: SessionNoticeDeps): Reaction {
  return defineReaction({
    name: "identity.when-refund-invoice-provided",
    fact: TransactionRefundRequested,
    aggregateId: ({ transactionId }) => transactionId,
    react({ accountId, requestedAt: at }, { handled }) {
      if (accountId === undefined) return commitEffect(deps.database, [handled]);
      return noticeOfSession(deps, { accountId, kind: "refund-invoice-provided", at }, handled);
    },
  });
}
