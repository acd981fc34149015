import { InstantText } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { z } from "zod";
import type { Database } from "../database/open-database.ts";
import { type DifferenceFound, StatementDifferenceFound } from "./difference-events.ts";
import { decidedSql, openSql } from "./open-differences.ts";

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
  /** What two of the staff have said of, and which is in the statement as it was. */
  readonly decidedCount: bigint;
}

export type OpenDifference = Omit<DifferenceFound, "type" | "v">;

export interface DecidedDifference extends OpenDifference {
  readonly decided: z.infer<typeof Decided>;
}

const Decided = z.object({ caseId: z.string(), proposalId: z.string(), decidedAt: InstantText });

const accountsText = `
select account, compared_until as "comparedUntil", compared_at as "comparedAt", requested_at as "requestedAt",
  last_error as "lastError", retired_at as "retiredAt", (select count(*) from statement_differences as open
    where open.account = one.account and ${openSql}) as "openCount",
  (select count(*) from statement_differences as decided
    where decided.account = one.account and ${decidedSql}) as "decidedCount"
from statement_accounts as one order by account`;

const dataText = (which: string) => `
select data from statement_differences where ${which}
order by account, occurred_at, difference_id limit $1`;

/** How far each account is compared, the oldest differences that nobody has resolved, and what is decided of them. */
export async function readReconciliation(
  database: Pick<Database, "query">,
  { rowsMax }: { readonly rowsMax: number },
): Promise<{
  readonly accounts: readonly ReconciledState[];
  readonly differences: readonly OpenDifference[];
  readonly decided: readonly DecidedDifference[];
}> {
  const accounts = await database.query<ReconciledState>(CompiledQuery.raw(accountsText));
  const read = (which: string) =>
    database.query<{ data: { readonly decided?: unknown } }>(
      CompiledQuery.raw(dataText(which), [rowsMax]),
    );
  const [open, decided] = await Promise.all([read(openSql), read(decidedSql)]);
  return {
    accounts,
    differences: open.map(({ data }) => foundIn(data)),
    decided: decided.map(({ data }) => ({
      ...foundIn(data),
      decided: Decided.parse(data.decided),
    })),
  };
}

function foundIn(data: unknown): OpenDifference {
  const { type: _type, v: _v, ...found } = StatementDifferenceFound.parse(data);
  return found;
}
