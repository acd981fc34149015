import type { FactAttributes } from "@sanu/contracts";
import type { AccountId, Xof } from "@sanu/kernel";
import { factPlace, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const accountTiers = { table: "account_tiers", key: "account_id", value: "kyc_tier" };
const tierLimits = { table: "tier_limits", key: "kyc_tier", value: "monthly_limit_xof" };

/** A person is in a tier from now on, unless a later fact has said otherwise. */
export function upsertAccountTier(
  of: { readonly accountId: AccountId; readonly kycTier: number },
  attributes: Pick<FactAttributes, "position">,
): Statement {
  return upsertLatest(accountTiers, [of.accountId, of.kycTier], attributes);
}

/** A tier allows so much from now on, unless a later fact has said otherwise. */
export function upsertTierLimit(
  of: { readonly kycTier: number; readonly monthlyLimitXof: Xof },
  attributes: Pick<FactAttributes, "position">,
): Statement {
  return upsertLatest(tierLimits, [of.kycTier, of.monthlyLimitXof], attributes);
}

/** Writes the value of a key, unless a later fact has written it. */
function upsertLatest(
  { table, key, value }: typeof accountTiers,
  values: readonly [unknown, unknown],
  attributes: Pick<FactAttributes, "position">,
): Statement {
  return CompiledQuery.raw(
    `insert into ${table} as known (${key}, ${value}, fact_place) values ($1, $2, $3)
     on conflict (${key}) do update
       set ${value} = excluded.${value}, fact_place = excluded.fact_place
       where known.fact_place < excluded.fact_place`,
    [...values, factPlace(attributes)],
  );
}
