import { CompiledQuery } from "kysely";
import type { Session } from "../../database/open-database.ts";

export interface LogSnapshot {
  readonly logEpoch: number;
  readonly snapshot: string;
}

const snapshotText = `
select log_epoch as "logEpoch", pg_current_snapshot()::text as snapshot from log_meta`;

/** What is committed now. No transaction stays open for it. */
export async function readSnapshot(session: Session): Promise<LogSnapshot> {
  const [row] = await session.query<LogSnapshot>(CompiledQuery.raw(snapshotText));
  if (row === undefined) throw new Error("The log has no identity: log_meta is empty");
  return row;
}

export function seenIn(epochPlace: number, snapshotPlace: number): string {
  return (
    `(log_epoch < $${epochPlace}::int ` +
    `or pg_visible_in_snapshot(transaction_id, $${snapshotPlace}::text::pg_snapshot))`
  );
}

export interface TouchedStream {
  readonly streamId: string;
  readonly firstNew: number;
}

/**
 * Public and private events each have an index in the order of the log. The epoch is compared by itself: of a pair the planner
 * knows only that every row has this epoch, and reads a log of ten million events from end to end.
 */
const halfText = (half: string) => `
select stream_id, version from events
where public_type is ${half} and log_epoch = $1::int
  and transaction_id >= pg_snapshot_xmin($2::text::pg_snapshot)
  and not ${seenIn(1, 2)} and ($3::text is null or ${seenIn(1, 3)})
union all
select stream_id, version from events
where public_type is ${half} and log_epoch > $1::int
  and ($3::text is null or ${seenIn(1, 3)})`;

/**
 * The `stream_id` and `version` of every event that is committed behind the snapshot $2 of epoch $1, and up to the snapshot $3
 * where that is not null.
 */
export const committedBehindText = `${halfText("null")} union all ${halfText("not null")}`;

const touchedText = `
select stream_id as "streamId", min(version) as "firstNew"
from (${committedBehindText}) as behind
group by stream_id`;

/**
 * Without a second snapshot, all that the session sees. Nothing is left out: events become visible in another order
 * than they were written.
 */
export function findTouched(
  session: Session,
  behind: LogSnapshot,
  until?: LogSnapshot,
): Promise<TouchedStream[]> {
  return session.query<TouchedStream>(
    CompiledQuery.raw(touchedText, [behind.logEpoch, behind.snapshot, until?.snapshot ?? null]),
  );
}
