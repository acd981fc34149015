import { CompiledQuery } from "kysely";
import type { Database, Session } from "../database/open-database.ts";

const isAhead = "transaction_id >= pg_snapshot_xmax(pg_current_snapshot())";

/** Public and private events each have an index in the order of the log. */
const aheadIn = (half: string) => `exists (
  select from events where public_type is ${half} and log_epoch = log_meta.log_epoch and ${isAhead})`;
const isRestored = `${aheadIn("not null")} or ${aheadIn("null")}`;

const findText = `select 1 from log_meta where ${isRestored}`;

/** Waits for all that append, and lets nobody begin. */
const lockText = "lock table events in share row exclusive mode";

const raiseText = `
update log_meta set log_epoch = log_epoch + 1 where ${isRestored} returning log_epoch as "logEpoch"`;

/** Only a row that its own transaction wrote here, and nobody restored, bears that one's id as its `xmin`. */
const moveText = `
update events set log_epoch = $1
where position > (select position from events where log_epoch = $1 - 1 and ${isAhead} order by position desc limit 1)
  and log_epoch = $1 - 1 and xmin::text::bigint = transaction_id::text::bigint & 4294967295`;

/**
 * A log that was restored into a fresh cluster holds transaction ids that the server's counter has yet to reach: new
 * events would sort before old ones, so they get a new epoch, also those that somebody appended here before that, or is
 * appending: they would lie behind what is published. Of two replicas that start together the second waits for the first
 * one's lock and then finds that nothing of the new epoch is ahead.
 */
export async function raiseEpochIfRestored(
  database: Pick<Database, "query" | "transaction">,
): Promise<boolean> {
  const found = await database.query(CompiledQuery.raw(findText));
  return found.length > 0 && database.transaction(raiseEpoch);
}

async function raiseEpoch(session: Session): Promise<boolean> {
  await session.query(CompiledQuery.raw(lockText));
  const [raised] = await session.query<{ logEpoch: number }>(CompiledQuery.raw(raiseText));
  if (raised === undefined) return false;
  await session.query(CompiledQuery.raw(moveText, [raised.logEpoch]));
  return true;
}
