import { AccountClosed, AccountClosingRefused } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import {
  defineReaction,
  erasureStatements,
  type Reaction,
  type ReactionInput,
  type ReactionResult,
  type Statement,
} from "@sanu/platform";
import type { EraseAccount, RefuseErasure } from "../account/commands.ts";
import type { AccountDeps } from "../account-deps.ts";
import { changeAccount } from "../change-account.ts";
import { ErasureNotRequestedError } from "../erasure/erasure-not-requested-error.ts";
import { erasurePlan } from "../erasure/erasure-plan.ts";
import { revokeSessions } from "../sessions/revoke-sessions.ts";

export interface ClosingDeps extends Pick<AccountDeps, "store" | "clock"> {
  readonly afterRevocation: () => void;
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
  const result = await changeAccount(store, accountId, {
    command,
    context,
    writes: () => [handled, ...writes],
  });
  if (result.kind !== "refused") return result;
  throw new ErasureNotRequestedError(`${command.kind} of ${accountId}: ${result.refusal.code}`);
}
