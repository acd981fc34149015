import {
  type AuditEntry,
  type AuditedAttempt,
  type AuditedCallback,
  type AuditedStep,
  auditTrailLimits,
} from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { fittingRows } from "../messaging/fitting-rows.ts";
import { readAuditTrail } from "./read-audit-trail.ts";

type MovingService = "payments" | "payouts";
type Queried = Pick<Database, "query">;

/** Everything that a service which moves money has of some payments, payouts and refunds. */
export interface MovementTrail {
  readonly entries: AuditEntry[];
  readonly attempts: AuditedAttempt[];
  readonly callbacks: AuditedCallback[];
}

interface AttemptRow {
  readonly attempt_id: string;
  readonly subject_id: string;
  readonly attempt_number: number;
  readonly kind: string;
  readonly provider: string;
  readonly state: string;
  readonly provider_reference: string | null;
  readonly natural_key: string | null;
  readonly calls: number;
  readonly status_checks: number;
  readonly created_at: Instant;
  readonly steps: AuditedStep[] | null;
}

const attemptsText = `
select attempt_id, subject_id, attempt_number, kind, provider, state,
  provider_reference, natural_key, calls, status_checks, created_at, steps
from attempts where subject_id = any($1::uuid[])
order by created_at, attempt_number limit ${auditTrailLimits.entriesMax}`;

const callbacksText = `
select provider, payment_id as subject_id, received_at from callbacks where payment_id = any($1::uuid[])
order by received_at limit ${auditTrailLimits.callbacksMax}`;

/** The oldest of each first, up to what `auditTrailLimits` allows. Only payments has callbacks. */
export async function readMovements(
  database: Queried,
  service: MovingService,
  streamIds: readonly string[],
): Promise<MovementTrail> {
  const [entries, attempts, callbacks] = await Promise.all([
    readAuditTrail(database, service, streamIds),
    database.query<AttemptRow>(CompiledQuery.raw(attemptsText, [streamIds])),
    service === "payments" ? readCallbacks(database, streamIds) : [],
  ]);
  const audited = attempts.map((row) => auditedAttempt(service, row));
  return { entries, attempts: fittingRows(audited, auditTrailLimits.attemptsBytesMax), callbacks };
}

async function readCallbacks(
  database: Queried,
  streamIds: readonly string[],
): Promise<AuditedCallback[]> {
  const rows = await database.query<Omit<AuditedCallback, "service">>(
    CompiledQuery.raw(callbacksText, [streamIds]),
  );
  return rows.map((row) => ({ service: "payments", ...row }));
}

function auditedAttempt(service: MovingService, row: AttemptRow): AuditedAttempt {
  return {
    service,
    id: row.attempt_id,
    subject_id: row.subject_id,
    number: row.attempt_number,
    kind: row.kind,
    provider: row.provider,
    state: row.state,
    provider_reference: row.provider_reference,
    natural_key: row.natural_key,
    calls: row.calls,
    asks: row.status_checks,
    created_at: row.created_at,
    steps: row.steps ?? [],
  };
}
