import { paymentsStatementFacts } from "@sanu/contracts";
import { commitEffect, type Database, defineReaction, type Reaction } from "@sanu/platform";
import { upsertBalance } from "../comparison/comparison-statements.ts";

/** What collects francs; what pays them out and the node report their floats themselves. */
export function whenAccountBalanceStated({ database }: { readonly database: Database }): Reaction {
  return defineReaction({
    name: "transactions.when-account-balance-stated",
    fact: paymentsStatementFacts.AccountBalanceStated,
    aggregateId: ({ provider, account }) => `balance ${provider} ${account}`,
    react: ({ provider, account, ...stated }, { handled }) =>
      commitEffect(database, [
        handled,
        upsertBalance({ account: `${provider}/${account}`, ...stated }),
      ]),
  });
}
