import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

/**
 * Who appends locks `events` before its transaction has an id, which `appendGuard` enforces, and keeps the lock until
 * after its end. The statement's snapshot is older than its look at the locks: whoever has an id in the one and no such
 * lock in the other never appends, or has ended. The locks of a transaction that is being prepared may be seen half
 * moved, so that one on `events` lets nobody pass.
 */
const findText = `
with held as materialized (
  select relation, transactionid, virtualtransaction, pid from pg_locks
  where granted and (
    (locktype = 'transactionid' and mode = 'ExclusiveLock')
    or (locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'events'::regclass
      and database = (select oid from pg_database where datname = current_database())))
), running as (
  select id, id::xid as xid from pg_snapshot_xip(pg_current_snapshot()) as id
)
select id::text from running join held on held.transactionid = running.xid
where held.pid is not null and not exists (
  select from held as ours where ours.relation is not null
    and (ours.pid is null or ours.virtualtransaction = held.virtualtransaction))
union all
select id::text from running join pg_prepared_xacts as prepared on prepared.transaction = running.xid
where prepared.database <> current_database()`;

/** The ids of open write transactions that never append to this log; once true of one, that stays true. */
export async function findUnrelatedTransactions(
  database: Pick<Database, "query">,
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(CompiledQuery.raw(findText, []));
  return rows.map(({ id }) => id);
}
