import { OrderingKeyChanged } from "@sanu/contracts";
import { commitEffect, type Database, defineReaction, type Reaction } from "@sanu/platform";
import { upsertOrderingKey } from "../guards/ordering-keys.ts";

/** A service may order more or less by the key from now on; what it ordered stays ordered. */
export function whenOrderingKeyChanged({ database }: { readonly database: Database }): Reaction {
  return defineReaction({
    name: "transactions.when-ordering-key-changed",
    fact: OrderingKeyChanged,
    aggregateId: ({ keyId }) => keyId,
    react: (data, given) =>
      commitEffect(database, [given.handled, upsertOrderingKey(data, given.attributes)]),
  });
}
