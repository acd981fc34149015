import { AccountSuspended, AccountSuspensionLifted } from "@sanu/contracts";
import {
  commitEffect,
  type Database,
  defineReaction,
  type Reaction,
  runDecider,
} from "@sanu/platform";
import { guardWrites } from "../guards/guard-writes.ts";
import { listMovable, upsertSuspension } from "../guards/suspensions.ts";
import { transaction } from "../transaction/decide.ts";
import { type ReactionDeps, UnknownSubjectError } from "./transaction-reaction.ts";

export interface SuspensionDeps extends ReactionDeps {
  readonly database: Database;
}

/** From here on no payout begins for the account. What began before is asked back, and what is not paid is cancelled. */
export function whenAccountSuspended(deps: SuspensionDeps): Reaction {
  const { database, store, clock, floats, persons } = deps;
  return defineReaction({
    name: "transactions.when-account-suspended",
    fact: AccountSuspended,
    aggregateId: ({ accountId }) => accountId,
    async react({ accountId }, { handled, attributes, context }) {
      await database.query(upsertSuspension({ accountId, isSuspended: true }, attributes));
      for (const streamId of await listMovable(database, accountId)) {
        const result = await runDecider({
          store,
          decider: transaction,
          streamId,
          command: { kind: "hold-account", at: clock.now() },
          context,
          writes: (events, state) =>
            state.status === "none"
              ? []
              : guardWrites(events, state.order, { floats, persons, recordedAt: null }),
        });
        if (result.kind === "refused" || result.kind === "constraint") {
          throw new UnknownSubjectError(`${streamId} cannot be held`);
        }
      }
      return commitEffect(database, [handled]);
    },
  });
}

/** The account may order again. What is held of it waits for two of the staff: one alone moves no money. */
export function whenAccountSuspensionLifted({
  database,
}: Pick<SuspensionDeps, "database">): Reaction {
  return defineReaction({
    name: "transactions.when-account-suspension-lifted",
    fact: AccountSuspensionLifted,
    aggregateId: ({ accountId }) => accountId,
    react: ({ accountId }, { handled, attributes }) =>
      commitEffect(database, [
        handled,
        upsertSuspension({ accountId, isSuspended: false }, attributes),
      ]),
  });
}
