import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { type LogPosition, readPosition } from "./log-position.ts";

export interface PublicRow {
  /** Its place, as facts carry it: epoch, transaction and position. */
  readonly place: string;
  readonly eventId: string;
  readonly streamId: string;
  readonly recordedAt: Instant;
  readonly correlationId: string;
  readonly causationId: string;
  readonly traceparent: string | null;
  readonly publicType: string;
  readonly publicData: string;
}

export interface LogIdentity {
  readonly logId: string;
  readonly logEpoch: number;
}

type LogDatabase = Pick<Database, "query">;

/** The most rows of one read, however many are asked for. */
const readRowsMax = 500;

/**
 * Only rows below the horizon, which is the same for all of one statement, may be published: a transaction that is
 * still open could commit below what we read, unless it is known that it never appends. A row that is above the oldest open
 * transaction says which are open. Nearly none is, and finding the least of them here would be a third of each read.
 * From where and how many are hidden from the planner by a query of their own: a plan for any values is then as cheap as one
 * for these, and is kept. Otherwise each read is planned anew, which takes several times as long as the read. The limit that
 * it does see, and the last one, keep its plan as cheap when the log grows: Postgres compares it with those that it made while
 * the log was small.
 */
const readText = `
select log_epoch || '.' || transaction_id || '.' || position as place,
  event_id as "eventId", stream_id as "streamId", recorded_at as "recordedAt",
  correlation_id as "correlationId", causation_id as "causationId", traceparent,
  public_type as "publicType", public_data as "publicData",
  case when transaction_id < (select pg_snapshot_xmin(pg_current_snapshot()))
    or log_epoch < (select log_epoch from log_meta) then null
    else (select pg_current_snapshot()::text) end as snapshot
from (
  select *, sum(octet_length(public_data)) over (
    order by log_epoch, transaction_id, position rows unbounded preceding) as bytes
  from (
    select * from (
      select log_epoch, transaction_id, position, event_id, stream_id, recorded_at, correlation_id,
        causation_id, traceparent, public_type, public_data
      from events
      where public_type is not null and (log_epoch, transaction_id, position)
        > ((select $1::int), (select $2::xid8), (select $3::bigint))
      order by log_epoch, transaction_id, position
      limit ${readRowsMax}) as next
    order by log_epoch, transaction_id, position
    limit (select $4::int)) as next) as next
where bytes - octet_length(public_data) < $5
order by next.log_epoch, next.transaction_id, next.position
limit (select $4::int)`;

export interface PublicRows {
  readonly rows: readonly PublicRow[];
  /** More are committed, but an open transaction hides them. */
  readonly isHeldBack: boolean;
  /** The batch is full: more may follow. Otherwise what follows is committed after the read. */
  readonly isFull: boolean;
}

/** The last row may exceed the bytes. */
export interface BatchMax {
  readonly rowsMax: number;
  readonly bytesMax: number;
}

/** The most bytes that a letter takes in UTF-8. */
const letterBytesMax = 3;

/** At least one row where there is one. */
export async function readPublicRows(
  database: LogDatabase,
  after: LogPosition,
  { rowsMax: askedRowsMax, bytesMax }: BatchMax,
  unrelated: readonly string[] = [],
): Promise<PublicRows> {
  const rowsMax = Math.min(askedRowsMax, readRowsMax);
  const found = await database.query<PublicRow & { readonly snapshot: string | null }>(
    CompiledQuery.raw(readText, [
      after.logEpoch,
      after.transactionId.toString(),
      after.position,
      rowsMax,
      bytesMax,
    ]),
  );
  const held = found.findIndex(
    ({ snapshot, place }) =>
      snapshot !== null && readPosition(place).transactionId >= horizonOf(snapshot, unrelated),
  );
  if (held !== -1) return { rows: found.slice(0, held), isHeldBack: true, isFull: false };
  const letters = found.reduce((sum, { publicData }) => sum + publicData.length, 0);
  const isFull = found.length >= rowsMax || letters * letterBytesMax >= bytesMax;
  return { rows: found, isHeldBack: false, isFull };
}

/** The oldest transaction that is open and may append; what began behind the snapshot (`xmin:xmax:open,open`) counts as open. */
export function horizonOf(snapshot: string, unrelated: readonly string[]): bigint {
  const [, behind = "0", open = ""] = snapshot.split(":");
  const relevant = open.split(",").filter((id) => id !== "" && !unrelated.includes(id));
  return relevant.map(BigInt).reduce((oldest, id) => (id < oldest ? id : oldest), BigInt(behind));
}

export async function findPosition(
  database: LogDatabase,
  eventId: string,
): Promise<LogPosition | undefined> {
  const [row] = await database.query<LogPosition>(
    CompiledQuery.raw(
      `select log_epoch as "logEpoch", transaction_id as "transactionId", position
       from events where event_id = $1`,
      [eventId],
    ),
  );
  return row;
}

export async function readLogIdentity(database: LogDatabase): Promise<LogIdentity> {
  const [row] = await database.query<LogIdentity>(
    CompiledQuery.raw(`select log_id as "logId", log_epoch as "logEpoch" from log_meta`, []),
  );
  if (row === undefined) throw new Error("The log has no identity: log_meta is empty");
  return row;
}

export interface RelayLag {
  readonly facts: bigint;
  readonly oldestMs: number;
}

/** Horizon or not; counts at most 10 000. */
export async function measureLag(database: LogDatabase, after: LogPosition): Promise<RelayLag> {
  const [row] = await database.query<RelayLag>(
    CompiledQuery.raw(
      `with behind as (
         select recorded_at from events
         where public_type is not null and (log_epoch, transaction_id, position) > ($1, $2::xid8, $3)
         limit 10000)
       select count(*) as facts,
         coalesce(extract(epoch from clock_timestamp() - min(recorded_at)) * 1000, 0)::float8 as "oldestMs"
       from behind`,
      [after.logEpoch, after.transactionId.toString(), after.position],
    ),
  );
  return row ?? { facts: 0n, oldestMs: 0 };
}
