import { CompiledQuery } from "kysely";
import type { Handling } from "./handle-fact.ts";
import { reactionLimits } from "./limits.ts";
import { isFirst, listLanes } from "./parked-lanes.ts";

export interface ParkedRow {
  readonly factId: string;
  readonly lanes: readonly string[];
  readonly headers: Record<string, string>;
  readonly data: Buffer;
  readonly attempts: number;
}

export const parkedColumns = `fact_id as "factId", ${listLanes("one")} as lanes, headers, data, attempts`;

/** The first of all its lanes, when it is due; the others wait behind it. */
const claimText = `
with due as (
  select fact_id from parked_facts as candidate
  where group_name = $1 and due_at <= clock_timestamp() and ${isFirst("candidate")}
  order by due_at limit $3 for update skip locked)
update parked_facts as one set due_at = clock_timestamp() + make_interval(secs => $2)
where group_name = $1 and fact_id in (select fact_id from due)
returning ${parkedColumns}`;

/** The same of what may have been sent, which has a moment of its own. */
const claimMaybeSentText = `
with due as (
  select said.fact_id from facts_maybe_sent as said
  join parked_facts as candidate on candidate.group_name = said.group_name and candidate.fact_id = said.fact_id
  where said.group_name = $1 and said.due_at <= clock_timestamp() and ${isFirst("candidate")}
  order by said.due_at limit $3 for update of said skip locked
), claimed as (
  update facts_maybe_sent set due_at = clock_timestamp() + make_interval(secs => $2)
  where group_name = $1 and fact_id in (select fact_id from due)
  returning fact_id
)
select ${parkedColumns} from parked_facts as one
where group_name = $1 and fact_id in (select fact_id from claimed)`;

/** Those that are due, each the first of all its lanes; no other replica takes them until the claim ends. */
export async function claimDue({
  database,
  group,
  sendsMoney,
}: Handling): Promise<readonly ParkedRow[]> {
  const { parkedClaimMs, parkedBatchMax } = reactionLimits;
  const values = [group, parkedClaimMs / 1_000, parkedBatchMax];
  const claim = (text: string) => database.query<ParkedRow>(CompiledQuery.raw(text, values));
  const due = await claim(claimText);
  if (!sendsMoney) return due;
  const known = new Set(due.map(({ factId }) => factId));
  const maybeSent = await claim(claimMaybeSentText);
  return [...due, ...maybeSent.filter(({ factId }) => !known.has(factId))];
}
