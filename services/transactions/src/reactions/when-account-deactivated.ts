import { AccountDeactivated, AccountReactivated } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  commitEffect,
  type Database,
  defineReaction,
  type EventStore,
  type Reaction,
} from "@sanu/platform";
import { listEndingAtDeactivation, upsertDeactivation } from "../guards/deactivations.ts";
import { endStandingOrders } from "../occurrences/end-standing-orders.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";

export interface DeactivationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly standingOrders: EventStore<StandingOrderEvent>;
}

/** Its owner closed the account: what she ordered in advance ends, and nothing is placed until it is open again. */
export function whenAccountDeactivated(deps: DeactivationDeps): Reaction {
  const { database } = deps;
  return defineReaction({
    name: "transactions.when-account-deactivated",
    fact: AccountDeactivated,
    aggregateId: ({ accountId }) => accountId,
    async react({ accountId, deactivatedAt }, { handled, attributes, context }) {
      await database.query(upsertDeactivation({ accountId, isDeactivated: true }, attributes));
      const ending = await listEndingAtDeactivation(database, accountId, deactivatedAt);
      await endStandingOrders(deps, ending, context);
      return commitEffect(database, [handled]);
    },
  });
}

/** She may order in advance again. What ended stays ended: money moves by what she asks for from now on. */
export function whenAccountReactivated({ database }: Pick<DeactivationDeps, "database">): Reaction {
  return defineReaction({
    name: "transactions.when-account-reactivated",
    fact: AccountReactivated,
    aggregateId: ({ accountId }) => accountId,
    react: ({ accountId }, { handled, attributes }) =>
      commitEffect(database, [
        handled,
        upsertDeactivation({ accountId, isDeactivated: false }, attributes),
      ]),
  });
}
