import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { LogPosition } from "./log-position.ts";

/** Its place is left as text: only that of a batch's last row is read. */
export interface PublicRow {
  readonly logEpoch: number;
  readonly transactionId: string;
  readonly position: string;
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

/**
 * Only rows below the horizon, which is the same for all of one statement, may be published: a transaction that is
 * still open could commit below what we read, unless it is known that it never appends.
 */
const readText = `
select log_epoch as "logEpoch", transaction_id::text as "transactionId", position::text as position,
  event_id as "eventId", stream_id as "streamId", recorded_at as "recordedAt",
  correlation_id as "correlationId", causation_id as "causationId", traceparent,
  public_type as "publicType", public_data as "publicData",
  log_epoch < (select log_epoch from log_meta)
    or transaction_id < (select coalesce(
      (select min(open) from pg_snapshot_xip(pg_current_snapshot()) as open where open <> all($6::xid8[])),
      pg_snapshot_xmax(pg_current_snapshot()))) as "isSettled"
from (
  select *, sum(octet_length(public_data)) over (
    order by log_epoch, transaction_id, position rows unbounded preceding) as bytes
  from (
    select log_epoch, transaction_id, position, event_id, stream_id, recorded_at, correlation_id,
      causation_id, traceparent, public_type, public_data
    from events
    where public_type is not null and (log_epoch, transaction_id, position) > ($1, $2::xid8, $3)
    order by log_epoch, transaction_id, position
    limit $4) as next) as next
where bytes - octet_length(public_data) < $5
order by next.log_epoch, next.transaction_id, next.position`;

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
  { rowsMax, bytesMax }: BatchMax,
  unrelated: readonly string[] = [],
): Promise<PublicRows> {
  const found = await database.query<PublicRow & { readonly isSettled: boolean }>(
    CompiledQuery.raw(readText, [
      after.logEpoch,
      after.transactionId.toString(),
      after.position,
      rowsMax,
      bytesMax,
      [...unrelated],
    ]),
  );
  const held = found.findIndex(({ isSettled }) => !isSettled);
  if (held !== -1) return { rows: found.slice(0, held), isHeldBack: true, isFull: false };
  const letters = found.reduce((sum, { publicData }) => sum + publicData.length, 0);
  const isFull = found.length >= rowsMax || letters * letterBytesMax >= bytesMax;
  return { rows: found, isHeldBack: false, isFull };
}

export function positionOfRow({ logEpoch, transactionId, position }: PublicRow): LogPosition {
  return { logEpoch, transactionId: BigInt(transactionId), position: BigInt(position) };
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
