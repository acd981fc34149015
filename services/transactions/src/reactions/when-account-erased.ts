import { AccountErased, AccountErasureRequested } from "@sanu/contracts";
import type { AccountId, Clock } from "@sanu/kernel";
import {
  commitEffect,
  type Database,
  defineReaction,
  type EventStore,
  erasureStatements,
  type Reaction,
  type ReactionInput,
  type ReactionResult,
  runDecider,
  type Sealing,
} from "@sanu/platform";
import { customer } from "../customer/decide.ts";
import type { CustomerEvent } from "../customer/events.ts";
import { endStandingOrders } from "../occurrences/end-standing-orders.ts";
import { listWaiting } from "../occurrences/trigger-statements.ts";
import {
  closeAccount,
  closingConstraints,
  findOpenBusiness,
} from "../personal-data/closed-account.ts";
import { erasurePlan } from "../personal-data/erasure-plan.ts";
import { listPaid, sealTransactions } from "../personal-data/kept-by-law.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";

/** An order between the look and the closing costs one more look; more at once would be a fault. */
const closingTriesMax = 5;

export interface ErasureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly customers: EventStore<CustomerEvent>;
  readonly sealing: Sealing;
  readonly standingOrders: EventStore<StandingOrderEvent>;
}

/** A person wants to be erased: the account takes no more orders if nothing of it is open, else it stays. */
export function whenAccountErasureRequested(deps: ErasureDeps): Reaction {
  return defineReaction({
    name: "transactions.when-account-erasure-requested",
    fact: AccountErasureRequested,
    aggregateId: ({ accountId }) => accountId,
    async react({ accountId, erasureId }, given) {
      for (let attempt = 1; attempt <= closingTriesMax; attempt += 1) {
        const result = await close(deps, given, { accountId, erasureId });
        const isOvertaken =
          result.kind === "constraint" && result.constraint === closingConstraints.nothingOpen;
        if (!isOvertaken) return result;
      }
      throw new Error(`Account ${accountId} is closed and open by turns`);
    },
  });
}

async function close(
  { database, clock, customers }: ErasureDeps,
  { handled, context }: ReactionInput,
  { accountId, erasureId }: { readonly accountId: AccountId; readonly erasureId: string },
): Promise<ReactionResult> {
  const open = await findOpenBusiness(database, accountId);
  const hasPaidTransactions = (await listPaid(database, accountId)).length > 0;
  const at = clock.now();
  return runDecider({
    store: customers,
    decider: customer,
    streamId: accountId,
    command: { kind: "close", accountId, erasureId, open, hasPaidTransactions, at },
    context,
    writes: (events) => [
      handled,
      ...(events.some(({ type }) => type === "CustomerClosed")
        ? [closeAccount(accountId, at)]
        : []),
    ],
  });
}

/** The person is erased: what she ordered in advance ends; who paid, who received and the key that names them go. Orders and totals stay. */
export function whenAccountErased(
  deps: Pick<ErasureDeps, "database" | "sealing" | "clock" | "standingOrders">,
): Reaction {
  return defineReaction({
    name: "transactions.when-account-erased",
    fact: AccountErased,
    aggregateId: ({ accountId }) => accountId,
    async react({ accountId, sealedUntil }, { handled, context }) {
      await endStandingOrders(deps, await listWaiting(deps.database, accountId), context);
      const sealed =
        sealedUntil === undefined ? [] : await sealTransactions(deps, accountId, sealedUntil);
      const gone = erasureStatements(erasurePlan, accountId);
      return commitEffect(deps.database, [handled, ...sealed, ...gone]);
    },
  });
}
