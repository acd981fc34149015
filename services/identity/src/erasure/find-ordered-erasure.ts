import type { OrderedErasureView } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const lastText = `
select case event_type when 'ErasureRefused' then 'REFUSED' else 'UNDER_WAY' end as status,
  coalesce(data -> 'open', '[]') as open
from events where stream_id = $1 and event_type in ('ErasureRequested', 'ErasureRefused')
order by version desc limit 1`;

/** How far the last order to erase an account is; null where nobody gave one. */
export async function findOrderedErasure(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<OrderedErasureView | null> {
  const statement = CompiledQuery.raw(lastText, [accountId]);
  return (await database.query<OrderedErasureView>(statement))[0] ?? null;
}
