import { type PublishingService, publishingServices } from "@sanu/contracts";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "../system.ts";

/** One row of a log of record. */
export interface LogRow {
  readonly streamId: string;
  readonly version: number;
  readonly eventId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly publicType: string | null;
  readonly publicData: string | null;
  readonly correlationId: string;
  readonly causationId: string;
}

/** Every service's log, each in the order in which the relay publishes it. */
export type EventLogs = Readonly<Record<PublishingService, readonly LogRow[]>>;

const limits = { batchRows: 5_000 } as const;

const batchText = `
select stream_id::text as "streamId", version, event_id::text as "eventId", event_type as type,
  data, public_type as "publicType", public_data as "publicData",
  correlation_id as "correlationId", causation_id as "causationId"
from events order by log_epoch, transaction_id, position limit $1 offset $2`;

/** Reads all logs, from the first event on. */
export async function readEventLogs({
  databases,
}: Pick<FaultSystem, "databases">): Promise<EventLogs> {
  const [identity = [], transactions = [], payments = [], payouts = []] = await Promise.all(
    publishingServices.map((service) => readLog(databases[service])),
  );
  return { identity, transactions, payments, payouts };
}

async function readLog(database: Database): Promise<readonly LogRow[]> {
  const rows: LogRow[] = [];
  for (;;) {
    const batch = await database.query<LogRow>(
      CompiledQuery.raw(batchText, [limits.batchRows, rows.length]),
    );
    rows.push(...batch);
    if (batch.length < limits.batchRows) return rows;
  }
}

/** The kind of what stands in an event's data, as a transfer or a destination; `undefined` where it has none. */
export function kindIn(value: unknown): unknown {
  return typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
}
