import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { AllowancesTable } from "../../database/schema.ts";

const allowanceText = `
select reserved_xof, used_xof from allowances where account_id = $1 and month = $2`;

/** What is left of a person's month, as a whole percentage. It reads the guard itself: no view can disagree. */
export async function readRemainingPercent(
  database: Pick<Database, "query">,
  of: { readonly accountId: AccountId; readonly month: string; readonly limitXof: bigint },
): Promise<number> {
  const [row] = await database.query<Pick<AllowancesTable, "reserved_xof" | "used_xof">>(
    CompiledQuery.raw(allowanceText, [of.accountId, of.month]),
  );
  return remainingPercent(of.limitXof, (row?.reserved_xof ?? 0n) + (row?.used_xof ?? 0n));
}

/** `floor(100 × (limit − taken) / limit)`, from 0 to 100; a limit of 0 leaves nothing. */
export function remainingPercent(limitXof: bigint, takenXof: bigint): number {
  if (limitXof <= takenXof) return 0;
  return Number((100n * (limitXof - takenXof)) / limitXof);
}
