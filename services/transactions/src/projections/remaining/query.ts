import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The limit of the person's tier (which the function of the guard computes alike), and what is taken of it. */
const remainingText = `
select coalesce(
    (select monthly_limit_xof from tier_limits where tier_limits.kyc_tier = person.kyc_tier),
    ($3::bigint[])[person.kyc_tier + 1]) as "limitXof",
  coalesce((select reserved_xof + used_xof from allowances
    where account_id = $1 and month = $2), 0) as "takenXof"
from (select coalesce((select kyc_tier from account_tiers where account_id = $1), 0) as kyc_tier)
  as person`;

/** What is left of a person's month, as a whole percentage. It reads the guard itself: no view can disagree. */
export async function readRemainingPercent(
  database: Pick<Database, "query">,
  of: {
    readonly accountId: AccountId;
    readonly month: string;
    /** By tier, where nobody changed them. */
    readonly monthlyLimits: readonly bigint[];
  },
): Promise<number> {
  const [row] = await database.query<{ readonly limitXof: bigint; readonly takenXof: bigint }>(
    CompiledQuery.raw(remainingText, [of.accountId, of.month, of.monthlyLimits]),
  );
  if (row === undefined) throw new Error("A question for numbers had no answer");
  return remainingPercent(row.limitXof, row.takenXof);
}

/** `floor(100 × (limit − taken) / limit)`, from 0 to 100; a limit of 0 leaves nothing. */
export function remainingPercent(limitXof: bigint, takenXof: bigint): number {
  if (limitXof <= takenXof) return 0;
  return Number((100n * (limitXof - takenXof)) / limitXof);
}
