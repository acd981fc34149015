import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

/** Public and private events each have an index in the order of the log. */
const aheadIn = (half: string) => `exists (
  select from events where public_type is ${half} and log_epoch = log_meta.log_epoch
    and transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * A log that was restored into a fresh cluster holds transaction ids that the server's counter has yet to reach: new
 * events would sort before old ones, so they get a new epoch. Of two replicas that start together the second waits
 * for the first one's row lock and then finds that nothing of the new epoch is ahead.
 */
export async function raiseEpochIfRestored(database: Database): Promise<boolean> {
  const raised = await database.query(
    CompiledQuery.raw(
      `update log_meta set log_epoch = log_epoch + 1
       where ${aheadIn("not null")} or ${aheadIn("null")}
       returning log_epoch`,
      [],
    ),
  );
  return raised.length > 0;
}
