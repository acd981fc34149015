import { AccountClosed, AccountClosingRefused, type FactData } from "@sanu/contracts";
import { type AccountId, plusMs } from "@sanu/kernel";
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
import {
  type KeptByLawDeps,
  sealedWholeConstraint,
  sealKeptByLaw,
} from "../erasure/kept-by-law.ts";
import { queueFarewell } from "../mail/farewells.ts";
import { revokeSessions } from "../sessions/revoke-sessions.ts";

export interface ClosingDeps extends Pick<AccountDeps, "store" | "clock">, KeptByLawDeps {
  readonly sealedKeptMs: number;
  readonly afterRevocation: () => void;
  readonly afterMailQueued: () => void;
}

/** Documents that are accepted meanwhile cost one more look; more at once would be a fault. */
const sealingTriesMax = 5;

/** Nothing of the account is open and nothing can be: the person is deleted, and every token ends with her. */
export function whenAccountClosed(deps: ClosingDeps): Reaction {
  return defineReaction({
    name: "identity.when-account-closed",
    fact: AccountClosed,
    aggregateId: ({ accountId }) => accountId,
    async react(closed, given) {
      for (let attempt = 1; attempt <= sealingTriesMax; attempt += 1) {
        const result = await erase(deps, given, closed);
        const isOvertaken =
          result.kind === "constraint" && result.constraint === sealedWholeConstraint;
        if (!isOvertaken) return result;
      }
      throw new Error(`Documents of account ${closed.accountId} are accepted again and again`);
    },
  });
}

async function erase(
  deps: ClosingDeps,
  given: ReactionInput,
  { accountId, erasureId, hasPaidTransactions = true }: FactData<typeof AccountClosed>,
): Promise<ReactionResult> {
  const at = deps.clock.now();
  const until = plusMs(at, deps.sealedKeptMs);
  const { sealed, writes } = await sealKeptByLaw(deps, accountId, { hasPaidTransactions, until });
  const result = await carryOut(deps, given, {
    accountId,
    command: { kind: "erase", erasureId, sealed, at },
    // The sessions are revoked while their rows are there; the revocations stay.
    writes: [
      revokeSessions(accountId, "erased", { at }),
      ...writes,
      queueFarewell(accountId, at, sealed?.until ?? null),
      ...erasureStatements(erasurePlan, accountId),
    ],
  });
  if (result.kind !== "accepted") return result;
  deps.afterRevocation();
  deps.afterMailQueued();
  return result;
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
