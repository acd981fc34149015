import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

export interface OpenTransactions {
  readonly open: number;
  /** Those of other roles: the server does not say when they began, so they are as old as we have seen them. */
  readonly hidden: number;
  readonly oldestMs: number;
}

interface OpenTransaction {
  readonly id: string;
  readonly ageMs: number | null;
}

/** Whoever has an id is open, in whichever database of the cluster; when it began is shown to its own role only. */
const openText = `
select id::text,
  (extract(epoch from clock_timestamp() - least(activity.xact_start, prepared.prepared)) * 1000)::float8
    as "ageMs"
from pg_snapshot_xip(pg_current_snapshot()) as id
left join pg_locks as held on held.locktype = 'transactionid' and held.mode = 'ExclusiveLock'
  and held.granted and held.transactionid = id::xid
left join pg_stat_activity as activity on activity.pid = held.pid
left join pg_prepared_xacts as prepared on prepared.transaction = id::xid`;

/** All write transactions of the cluster: each keeps the relay waiting until it is known that it never appends. */
export function watchOpenTransactions(
  nowMs: () => number = () => performance.now(),
): (database: Pick<Database, "query">) => Promise<OpenTransactions> {
  let seenSince = new Map<string, number>();
  return async (database) => {
    const rows = await database.query<OpenTransaction>(CompiledQuery.raw(openText, []));
    const now = nowMs();
    seenSince = new Map(rows.map(({ id }) => [id, seenSince.get(id) ?? now]));
    const ages = rows.map(({ id, ageMs }) => ageMs ?? now - (seenSince.get(id) ?? now));
    return {
      open: rows.length,
      hidden: rows.filter(({ ageMs }) => ageMs === null).length,
      oldestMs: Math.max(0, ...ages),
    };
  };
}
