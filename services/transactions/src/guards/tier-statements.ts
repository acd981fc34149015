import type { FactAttributes } from "@sanu/contracts";
import type { AccountId, Xof } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The place of a fact in the log of its service: epoch, transaction, position. It orders facts for ever. */
function placeOf({ position }: Pick<FactAttributes, "position">): string {
  return `{${position.split(".").join(",")}}`;
}

/** A person is in a tier from now on, unless a later fact has said otherwise. */
export function upsertAccountTier(
  of: { readonly accountId: AccountId; readonly kycTier: number },
  attributes: Pick<FactAttributes, "position">,
): Statement {
  return CompiledQuery.raw(
    `insert into account_tiers as known (account_id, kyc_tier, fact_place) values ($1, $2, $3)
     on conflict (account_id) do update
       set kyc_tier = excluded.kyc_tier, fact_place = excluded.fact_place
       where known.fact_place < excluded.fact_place`,
    [of.accountId, of.kycTier, placeOf(attributes)],
  );
}

/** A tier allows so much from now on, unless a later fact has said otherwise. */
export function upsertTierLimit(
  of: { readonly kycTier: number; readonly monthlyLimitXof: Xof },
  attributes: Pick<FactAttributes, "position">,
): Statement {
  return CompiledQuery.raw(
    `insert into tier_limits as known (kyc_tier, monthly_limit_xof, fact_place) values ($1, $2, $3)
     on conflict (kyc_tier) do update
       set monthly_limit_xof = excluded.monthly_limit_xof, fact_place = excluded.fact_place
       where known.fact_place < excluded.fact_place`,
    [of.kycTier, of.monthlyLimitXof, placeOf(attributes)],
  );
}
