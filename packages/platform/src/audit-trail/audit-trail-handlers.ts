import { type AuditedAttempt, auditTrailLimits, type auditTrailRequestsOf } from "@sanu/contracts";
import type { Instant, TransactionId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { RequestHandler } from "../messaging/request-handler.ts";
import { handleRequest } from "../messaging/serve.ts";
import { readAuditTrail } from "./read-audit-trail.ts";

// Every event of a payment, a payout and a refund carries the transaction that it belongs to.
const transactionsText = `
select distinct events.data ->> 'transactionId' as id
from attempts join events on events.stream_id = attempts.subject_id and events.version = 1
where attempts.provider_reference = $1 limit ${auditTrailLimits.transactionsMax}`;

interface AttemptRow {
  readonly attempt_id: string;
  readonly subject_id: string;
  readonly attempt_number: number;
  readonly kind: string;
  readonly state: string;
  readonly provider_reference: string | null;
  readonly calls: number;
  readonly status_checks: number;
  readonly created_at: Instant;
}

const attemptsText = `
select attempt_id, subject_id, attempt_number, kind, state, provider_reference, calls, status_checks, created_at
from attempts where subject_id = any($1::uuid[])
order by created_at, attempt_number limit ${auditTrailLimits.entriesMax}`;

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
    handleRequest(requests.getAuditTrail, async ({ streamIds }) => {
      const [entries, attempts] = await Promise.all([
        readAuditTrail(database, service, streamIds),
        database.query<AttemptRow>(CompiledQuery.raw(attemptsText, [streamIds])),
      ]);
      return { entries, attempts: attempts.map((row) => auditedAttempt(service, row)) };
    }),
  ];
}

function auditedAttempt(service: "payments" | "payouts", row: AttemptRow): AuditedAttempt {
  return {
    service,
    id: row.attempt_id,
    subject_id: row.subject_id,
    number: row.attempt_number,
    kind: row.kind,
    state: row.state,
    provider_reference: row.provider_reference,
    calls: row.calls,
    asks: row.status_checks,
    created_at: row.created_at,
  };
}
