import { AccountTierChanged, KycTierLimitChanged } from "@sanu/contracts";
import { commitEffect, type Database, defineReaction, type Reaction } from "@sanu/platform";
import { upsertAccountTier, upsertTierLimit } from "../guards/tier-statements.ts";

export interface TierDeps {
  readonly database: Database;
}

/** A person may do more or less in a month from now on; what she ordered stays ordered. */
export function whenAccountTierChanged(deps: TierDeps): Reaction {
  return defineReaction({
    name: "transactions.when-account-tier-changed",
    fact: AccountTierChanged,
    aggregateId: ({ accountId }) => accountId,
    react: (data, given) =>
      commitEffect(deps.database, [given.handled, upsertAccountTier(data, given.attributes)]),
  });
}

/** A tier allows more or less in a month from now on. */
export function whenKycTierLimitChanged(deps: TierDeps): Reaction {
  return defineReaction({
    name: "transactions.when-kyc-tier-limit-changed",
    fact: KycTierLimitChanged,
    aggregateId: ({ kycTier }) => `kyc-tier-${kycTier}`,
    react: (data, given) =>
      commitEffect(deps.database, [given.handled, upsertTierLimit(data, given.attributes)]),
  });
}
