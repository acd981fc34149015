import { AccountClosed, AccountClosingRefused } from "@sanu/contracts";
import type { AccountId, Clock } from "@sanu/kernel";
import {
  defineReaction,
  type EventStore,
  erasureStatements,
  type Reaction,
  type ReactionInput,
  type ReactionResult,
  runDecider,
  type Statement,
} from "@sanu/platform";
import type { EraseAccount, RefuseErasure } from "../account/commands.ts";
import { account } from "../account/decide.ts";
import type { AccountEvent } from "../account/events.ts";
import { erasurePlan } from "../erasure/erasure-plan.ts";
import { revokeSessions } from "../sessions/revoke-sessions.ts";

export interface ClosingDeps {
  readonly store: EventStore<AccountEvent>;
  readonly clock: Clock;
  readonly afterRevocation: () => void;
}

/** Transactions closed an account whose erasure nobody requested: the logs belong to different pasts. Parked. */
export class ErasureNotRequestedError extends Error {
  override readonly name = "ErasureNotRequestedError";
}

/** Nothing of the account is open and nothing can be: the person is deleted, and every token ends with her. */
export function whenAccountClosed(deps: ClosingDeps): Reaction {
  return defineReaction({
    name: "identity.when-account-closed",
    fact: AccountClosed,
    aggregateId: ({ accountId }) => accountId,
    async react({ accountId, erasureId }, given) {
      const at = deps.clock.now();
      const result = await carryOut(deps, given, {
        accountId,
        command: { kind: "erase", erasureId, at },
        // The sessions are revoked while their rows are there; the revocations stay.
        writes: [
          revokeSessions(accountId, "erased", { at }),
          ...erasureStatements(erasurePlan, accountId),
        ],
      });
      if (result.kind === "accepted") deps.afterRevocation();
      return result;
    },
  });
}

/** Something of the account is open: everything stays as it is, and who requested it sees that. */
export function whenAccountClosingRefused(deps: ClosingDeps): Reaction {
  return defineReaction({
    name: "identity.when-account-closing-refused",
    fact: AccountClosingRefused,
    aggregateId: ({ accountId }) => accountId,
    react: ({ accountId, erasureId, open }, given) =>
      carryOut(deps, given, {
        accountId,
        command: { kind: "refuse-erasure", erasureId, open, at: deps.clock.now() },
      }),
  });
}

async function carryOut(
  { store }: ClosingDeps,
  { handled, context }: ReactionInput,
  todo: {
    readonly accountId: AccountId;
    readonly command: EraseAccount | RefuseErasure;
    readonly writes?: readonly Statement[];
  },
): Promise<ReactionResult> {
  const { accountId, command, writes = [] } = todo;
  const result = await runDecider({
    store,
    decider: account,
    streamId: accountId,
    command,
    context,
    writes: () => [handled, ...writes],
  });
  if (result.kind !== "refused") return result;
  throw new ErasureNotRequestedError(`${command.kind} of ${accountId}: ${result.refusal.code}`);
}
