import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { listTablesThere } from "../database/list-tables-there.ts";
import type { Database } from "../database/open-database.ts";

type Log = Pick<Database, "query">;

/** What was said of a parked fact that a lost database had handled: its money may have been sent. */
export interface MaybeSent {
  /** Over whom; null where nobody said so. */
  readonly provider: string | null;
  /** `null`: it failed, and waits until it is said again. */
  readonly dueAt: Instant | null;
  /** Why the last replay failed. */
  readonly reason: string | null;
  readonly attempts: number;
}

/** Whether the schema has a place for it: only services that send money have one. */
export async function hasMaybeSentTable(database: Log): Promise<boolean> {
  return (await listTablesThere(database, ["facts_maybe_sent"])).size > 0;
}

const columns = `said.provider, said.due_at as "dueAt", said.reason, said.attempts`;

/**
 * What was said of one that is parked; it counts however the fact became due. `"settled"` where it is parked no more: the word goes with
 * the fact, and who came later would take it for one of which nothing was said.
 */
export async function findMaybeSent(
  database: Log,
  group: string,
  factId: string,
): Promise<MaybeSent | undefined | "settled"> {
  const text = `select said.fact_id is not null as "isSaid", ${columns} from parked_facts as one
    left join facts_maybe_sent as said on said.group_name = one.group_name and said.fact_id = one.fact_id
    where one.group_name = $1 and one.fact_id = $2`;
  const [row] = await database.query<MaybeSent & { readonly isSaid: boolean }>(
    CompiledQuery.raw(text, [group, factId]),
  );
  if (row === undefined) return "settled";
  const { isSaid, ...said } = row;
  return isSaid ? said : undefined;
}

/** All of them, by group and id of the fact. */
export async function listMaybeSent(database: Log): Promise<ReadonlyMap<string, MaybeSent>> {
  const text = `select group_name as "group", fact_id as "factId", ${columns} from facts_maybe_sent as said`;
  const rows = await database.query<MaybeSent & { group: string; factId: string }>(
    CompiledQuery.raw(text),
  );
  return new Map(rows.map(({ group, factId, ...said }) => [`${group} ${factId}`, said]));
}

/** The fact itself stays due for nobody by `parked_facts`: there it would be due as one that was not sent. */
const failedText = `
with fact as (update parked_facts set due_at = null where group_name = $1 and fact_id = $2)
update facts_maybe_sent set reason = $3, attempts = $4, due_at = clock_timestamp() + make_interval(secs => $5)
where group_name = $1 and fact_id = $2`;

export async function recordMaybeSentFailure(
  database: Log,
  fact: { readonly group: string; readonly factId: string },
  failure: { readonly reason: string; readonly attempts: number; readonly dueInS: number | null },
): Promise<void> {
  const { group, factId } = fact;
  const { reason, attempts, dueInS } = failure;
  await database.query(CompiledQuery.raw(failedText, [group, factId, reason, attempts, dueInS]));
}
