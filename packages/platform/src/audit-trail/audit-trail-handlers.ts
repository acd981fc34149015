import { auditTrailLimits, type auditTrailRequestsOf } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { RequestHandler } from "../messaging/request-handler.ts";
import { handleRequest } from "../messaging/serve.ts";
import { readMovements } from "./read-movements.ts";

// Every event of a payment, a payout and a refund carries the transaction that it belongs to.
const transactionsText = `
select distinct events.data ->> 'transactionId' as id
from attempts join events on events.stream_id = attempts.subject_id and events.version = 1
where attempts.provider_reference = $1 limit ${auditTrailLimits.transactionsMax}`;

export function auditTrailHandlers<Service extends "payments" | "payouts">(
  service: Service,
  requests: ReturnType<typeof auditTrailRequestsOf<Service>>,
  database: Pick<Database, "query">,
): readonly RequestHandler[] {
  return [
    handleRequest(requests.findByProviderReference, async ({ providerReference }) => {
      const rows = await database.query<{ id: TransactionId | null }>(
        CompiledQuery.raw(transactionsText, [providerReference]),
      );
      return { transactionIds: rows.flatMap(({ id }) => id ?? []) };
    }),
    handleRequest(requests.getAuditTrail, ({ streamIds }) =>
      readMovements(database, service, streamIds),
    ),
  ];
}
