import { type AuditEntry, auditTrailLimits, type PublishingService } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

interface EventRow {
  readonly stream_id: string;
  readonly version: number;
  readonly event_type: string;
  readonly recorded_at: Instant;
  readonly correlation_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const eventsText = `
select stream_id, version, event_type, recorded_at, correlation_id, data from events
where stream_id = any($1::uuid[])
order by recorded_at desc, stream_id desc, version desc limit ${auditTrailLimits.entriesMax}`;

/** The newest events, the oldest of them first: whatever somebody did how often, what came last is there. */
export async function readAuditTrail(
  database: Pick<Database, "query">,
  service: PublishingService,
  streamIds: readonly string[],
): Promise<AuditEntry[]> {
  const rows = await database.query<EventRow>(CompiledQuery.raw(eventsText, [streamIds]));
  return rows.toReversed().map((row) => ({
    service,
    stream_id: row.stream_id,
    version: row.version,
    type: row.event_type,
    at: row.recorded_at,
    correlation_id: row.correlation_id,
    data: withoutNames(row.data),
  }));
}

/** Names of destinations are noise to a reader, and the only part of an event that stands for a person's own. */
function withoutNames(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => !/hmac$/i.test(key))
      .map(([key, value]) => [key, isRecord(value) ? withoutNames(value) : value]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
