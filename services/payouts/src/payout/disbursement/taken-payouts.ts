import type { PayoutId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What a provider has, or may have, taken within a day: what it refused counts for no number. */
const isTaken = `kind = 'disbursement' and state <> 'rejected' and called_at is not null
  and attempts.created_at > now() - interval '24 hours'`;

const byProviderText = `
select provider, count(*)::int as payouts
from attempts join events on stream_id = subject_id and version = 1
where ${isTaken} and events.data -> 'transfer' ->> 'numberHmac' = $1
group by 1`;

/** How many payouts each provider has taken for a number, by the name that its account has for it. */
export async function countTakenFor(
  database: Pick<Database, "query">,
  numberHmac: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ readonly provider: string; readonly payouts: number }>(
    CompiledQuery.raw(byProviderText, [numberHmac]),
  );
  return new Map(rows.map((row) => [row.provider, row.payouts]));
}

const amongText = `
select count(*)::int as payouts from attempts
where subject_id = any($1::uuid[]) and ${isTaken} and provider = $2`;

/** How many of these payouts one provider has taken. */
export async function countTakenAmong(
  database: Pick<Database, "query">,
  payoutIds: readonly PayoutId[],
  provider: string,
): Promise<number> {
  const [row] = await database.query<{ readonly payouts: number }>(
    CompiledQuery.raw(amongText, [payoutIds, provider]),
  );
  return row?.payouts ?? 0;
}
