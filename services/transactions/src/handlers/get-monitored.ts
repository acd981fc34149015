import { GetMonitored } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readTransactionTrail } from "./read-transaction-trail.ts";

/** One transaction with its log and its cases, and the streams of its payment, payout and refunds elsewhere. */
export function getMonitored(deps: { readonly database: Database }): RequestHandler {
  return handleRequest(GetMonitored, async ({ transactionId }) => {
    const trail = await readTransactionTrail(deps.database, transactionId);
    return trail ?? refuse("not-found");
  });
}
