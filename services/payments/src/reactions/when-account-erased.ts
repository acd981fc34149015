import { AccountErased } from "@sanu/contracts";
import {
  commitEffect,
  type Database,
  defineReaction,
  erasureStatements,
  type Reaction,
} from "@sanu/platform";
import { erasurePlan } from "../erasure-plan.ts";

/** A person is erased: the pages on which she could pay go; payments and receipts stay. */
export function whenAccountErased({ database }: { readonly database: Database }): Reaction {
  return defineReaction({
    name: "payments.when-account-erased",
    fact: AccountErased,
    aggregateId: ({ accountId }) => accountId,
    react: ({ accountId }, { handled }) =>
      commitEffect(database, [handled, ...erasureStatements(erasurePlan, accountId)]),
  });
}
