import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { type DifferenceFound, StatementDifferenceFound } from "./difference-events.ts";

export interface ReconciledState {
  readonly account: string;
  readonly comparedUntil: Instant | null;
  readonly comparedAt: Instant | null;
  readonly requestedAt: Instant | null;
  /** Why the last statement could not be read, or not all of it; null where it could. */
  readonly lastError: string | null;
  /** When somebody said that nobody is asked about it any more. */
  readonly retiredAt: Instant | null;
  readonly openCount: bigint;
}

export type OpenDifference = Omit<DifferenceFound, "type" | "v">;

const accountsText = `
select account, compared_until as "comparedUntil", compared_at as "comparedAt", requested_at as "requestedAt",
  last_error as "lastError", (to_jsonb(one)->>'retired_at')::timestamptz as "retiredAt", (select count(*) from statement_differences as open
    where open.account = one.account and resolved_at is null) as "openCount"
from statement_accounts as one order by account`;

const openText = `
select data from statement_differences where resolved_at is null
order by account, occurred_at, difference_id limit $1`;

/** How far each account is compared, and the oldest differences that nobody has resolved. */
export async function readReconciliation(
  database: Pick<Database, "query">,
  { rowsMax }: { readonly rowsMax: number },
): Promise<{
  readonly accounts: readonly ReconciledState[];
  readonly differences: readonly OpenDifference[];
}> {
  const accounts = await database.query<ReconciledState>(CompiledQuery.raw(accountsText));
  const rows = await database.query<{ data: unknown }>(CompiledQuery.raw(openText, [rowsMax]));
  const differences = rows.map(({ data }) => {
    const { type: _type, v: _v, ...difference } = StatementDifferenceFound.parse(data);
    return difference;
  });
  return { accounts, differences };
}
