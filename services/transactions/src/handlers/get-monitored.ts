import { type AuditEntry, GetMonitored } from "@sanu/contracts";
import { isUuid } from "@sanu/kernel";
import {
  type Database,
  handleRequest,
  type RequestHandler,
  readAuditTrail,
  refuse,
} from "@sanu/platform";
import { findMonitored } from "../projections/monitoring/query.ts";
import { maskNumber } from "./mask-number.ts";

/** One transaction with its log, the oldest first, and the streams of its payment, payout and refunds elsewhere. */
export function getMonitored(deps: { readonly database: Database }): RequestHandler {
  return handleRequest(GetMonitored, async ({ transactionId }) => {
    const [transaction, entries] = await Promise.all([
      findMonitored(deps.database, transactionId, maskNumber),
      readAuditTrail(deps.database, "transactions", [transactionId]),
    ]);
    if (transaction === undefined) return refuse("not-found");
    const { payment_id: paymentId, payout_id: payoutId } = transaction;
    const known = payoutId === null ? [paymentId] : [paymentId, payoutId];
    return { transaction, entries, streamIds: [...new Set([...known, ...refundIdsOf(entries)])] };
  });
}

/** Refunds are aggregates of other services; the log names each that was ordered. */
function refundIdsOf(entries: readonly AuditEntry[]): readonly string[] {
  return entries.flatMap(({ data: { refundId } }) =>
    typeof refundId === "string" && isUuid(refundId) ? [refundId] : [],
  );
}
