import { AccountSuspended, AccountSuspensionLifted } from "@sanu/contracts";
import { commitEffect, type Database, defineReaction, type Reaction } from "@sanu/platform";
import { decideGuarded } from "../guards/decide-guarded.ts";
import { listMovable, upsertSuspension } from "../guards/suspensions.ts";
import { type ReactionDeps, UnknownSubjectError } from "./transaction-reaction.ts";

export interface SuspensionDeps extends ReactionDeps {
  readonly database: Database;
}

/** From here on no payout begins for the account. What began before is asked back, and what is not paid is cancelled. */
export function whenAccountSuspended(deps: SuspensionDeps): Reaction {
  const { database, clock } = deps;
  return defineReaction({
    name: "transactions.when-account-suspended",
    fact: AccountSuspended,
    aggregateId: ({ accountId }) => accountId,
    async react({ accountId }, { handled, attributes, context }) {
      await database.query(upsertSuspension({ accountId, isSuspended: true }, attributes));
      for (const transactionId of await listMovable(database, accountId)) {
        const command = { kind: "hold-account", at: clock.now() } as const;
        const result = await decideGuarded(deps, { transactionId, command, context });
        if (result.kind === "refused" || result.kind === "constraint") {
          throw new UnknownSubjectError(`${transactionId} cannot be held`);
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
