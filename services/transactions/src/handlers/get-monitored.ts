import { GetMonitored } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readTransactionTrail } from "../projections/monitoring/read-transaction-trail.ts";
import { maskNumber } from "./mask-number.ts";

/** One transaction with its log and its cases, and the streams of its payment, payout and refunds elsewhere. */
export function getMonitored(deps: { readonly database: Database }): RequestHandler {
  return handleRequest(GetMonitored, async ({ transactionId }) => {
    const trail = await readTransactionTrail(deps.database, transactionId, maskNumber);
    return trail ?? refuse("not-found");
  });
}
