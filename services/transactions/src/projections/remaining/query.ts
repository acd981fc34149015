import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The limit of the person's tier, as the function of the guard finds it, and what was ordered within it. */
const remainingText = `
select (select monthly_limit_xof from tier_limits where tier_limits.kyc_tier = person.kyc_tier) as "limitXof",
  coalesce((select reserved_xof + used_xof from allowances
    where account_id = $1 and month = $2), 0) as "orderedXof"
from (select coalesce((select kyc_tier from account_tiers where account_id = $1), 0) as kyc_tier)
  as person`;

/** The same within what a key of the account allows. */
const ofKeyText = `
select monthly_limit_xof as "limitXof",
  coalesce((select reserved_xof + used_xof from allowances
    where account_id = $1 and month = $2), 0) as "orderedXof"
from ordering_keys where key_id = $3 and account_id = $1`;

/**
 * What is left of a person's month, as a whole percentage; `undefined` until identity published what her tier allows. It
 * reads the guard itself: no view can disagree.
 */
export async function findRemainingPercent(
  database: Pick<Database, "lookUp">,
  of: { readonly accountId: AccountId; readonly month: string; readonly keyId: string | null },
): Promise<number | undefined> {
  const { accountId, month, keyId } = of;
  const [row] = await database.lookUp<{ limitXof: bigint | null; orderedXof: bigint }>(
    keyId === null
      ? CompiledQuery.raw(remainingText, [accountId, month])
      : CompiledQuery.raw(ofKeyText, [accountId, month, keyId]),
  );
  if (row === undefined || row.limitXof === null) return undefined;
  return remainingPercent(row.limitXof, row.orderedXof);
}

/** `floor(100 × (limit − ordered) / limit)`, from 0 to 100; a limit of 0 leaves nothing. */
export function remainingPercent(limitXof: bigint, orderedXof: bigint): number {
  if (limitXof <= orderedXof) return 0;
  return Number((100n * (limitXof - orderedXof)) / limitXof);
}
