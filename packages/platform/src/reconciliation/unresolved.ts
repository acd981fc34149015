import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { ComparedPeriod } from "./compare-period.ts";
import { reconciliationLimits } from "./limits.ts";

const ofPeriod = `known.account = $1 and known.occurred_at >= $2 and known.occurred_at < $3
  and known.resolved_at is null`;

const namesText = `
select distinct unnest(array[data->>'name', data->>'key', data->>'reference']) as name
from statement_differences as known where ${ofPeriod}`;

/**
 * Of what is not resolved in a period, also where it is decided. A period can begin between two copies of a movement, where one of
 * them agrees with what we have booked: these are judged by all that both sides have, whether or not they agree within it.
 */
export async function unresolvedNames(
  database: Pick<Database, "query">,
  { account, from, to }: ComparedPeriod,
): Promise<ReadonlySet<string>> {
  const query = CompiledQuery.raw(namesText, [account, from, to]);
  const rows = await database.query<{ name: string | null }>(query);
  return new Set(rows.flatMap(({ name }) => name ?? []));
}

const firstLineText = `
select min(line.at) as at from statement_differences as known
join statement_lines as line on line.account = known.account and line.reference = known.data->>'reference'
where ${ofPeriod} and line.at < $2 and line.at >= $2::timestamptz - make_interval(secs => $4)`;

/**
 * The period, from the first copy on of each line that differs in it. Copies under one name of the provider have no other place than
 * their order in one reading: read alone, the second one would stand in place of the first.
 */
export async function withCopies(
  database: Pick<Database, "query">,
  period: ComparedPeriod,
): Promise<ComparedPeriod> {
  const { account, from, to } = period;
  const values = [account, from, to, reconciliationLimits.lookBackMs / 1_000];
  const [row] = await database.query<{ at: Instant | null }>(
    CompiledQuery.raw(firstLineText, values),
  );
  const at = row?.at ?? null;
  return at === null ? period : withCopies(database, { ...period, from: at });
}
