import { AccountIdentityProven } from "@sanu/contracts";
import { commitEffect, type Database, defineReaction, type Reaction } from "@sanu/platform";
import { insertDocument } from "../guards/persons.ts";

/** What the account orders from now on counts for its document too, whoever else orders with that. */
export function whenAccountIdentityProven({ database }: { readonly database: Database }): Reaction {
  return defineReaction({
    name: "transactions.when-account-identity-proven",
    fact: AccountIdentityProven,
    aggregateId: ({ accountId }) => accountId,
    react: (data, { handled }) => commitEffect(database, [handled, insertDocument(data)]),
  });
}
