import type { PayoutId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What a provider has, or may have, taken within a day: what it refused counts for no number. */
const isTaken = `kind = 'disbursement' and state <> 'rejected' and called_at is not null
  and attempts.created_at > now() - interval '24 hours'`;

/** Those that name nobody are the first one's. */
const provider = "coalesce(to_jsonb(attempts) ->> 'provider', $2)";

const byProviderText = `
select ${provider} as provider, count(*)::int as payouts
from attempts join events on stream_id = subject_id and version = 1
where ${isTaken} and events.data -> 'transfer' ->> 'numberHmac' = $1
group by 1`;

/** How many payouts each provider has taken for a number, by the name that its account has for it. */
export async function countTakenFor(
  database: Pick<Database, "query">,
  numberHmac: string,
  first: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ readonly provider: string; readonly payouts: number }>(
    CompiledQuery.raw(byProviderText, [numberHmac, first]),
  );
  return new Map(rows.map((row) => [row.provider, row.payouts]));
}

const amongText = `
select count(*)::int as payouts from attempts
where subject_id = any($1::uuid[]) and ${isTaken} and ${provider} = $3`;

/** How many of these payouts one provider has taken. */
export async function countTakenAmong(
  database: Pick<Database, "query">,
  payoutIds: readonly PayoutId[],
  by: { readonly first: string; readonly provider: string },
): Promise<number> {
  const [row] = await database.query<{ readonly payouts: number }>(
    CompiledQuery.raw(amongText, [payoutIds, by.first, by.provider]),
  );
  return row?.payouts ?? 0;
}
