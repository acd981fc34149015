import type { FactOf } from "@sanu/contracts";
import type { Clock, Instant, TransactionId } from "@sanu/kernel";
import {
  defineReaction,
  type Reaction,
  type ReactionInput,
  type ReactionResult,
  type Statement,
} from "@sanu/platform";
import { decideGuarded, type GuardedDeps } from "../guards/decide-guarded.ts";
import type { FactCommand } from "../transaction/commands.ts";

export interface ReactionDeps extends GuardedDeps {
  readonly clock: Clock;
}

/** A fact speaks of a transaction, a payment, a payout or a refund that is not ours: it is parked, never swallowed. */
export class UnknownSubjectError extends Error {
  override readonly name = "UnknownSubjectError";
}

type WithoutCause<Command> = Command extends unknown ? Omit<Command, "causeId" | "at"> : never;

/** What a fact means for a transaction, before it is known which fact it was and when it came. */
export type CommandOfFact = WithoutCause<FactCommand>;

/** A reaction that does nothing but hand a fact to its transaction as a command. */
export function transactionReaction<Data extends { readonly transactionId: TransactionId }>(
  deps: ReactionDeps,
  fact: FactOf<Data>,
  commandOf: (data: Data, at: Instant) => CommandOfFact,
): Reaction {
  return defineReaction({
    name: reactionName(fact.name),
    fact,
    aggregateId: ({ transactionId }) => transactionId,
    react: (data, given) => {
      const at = deps.clock.now();
      const command = commandOf(data, at);
      return runCommand(deps, given, { transactionId: data.transactionId, command, at });
    },
  });
}

/** `PaymentFailed` → `transactions.when-payment-failed`, under which handled facts are stored. */
export function reactionName(factName: string): string {
  return `transactions.when${factName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Commits what a fact means for a transaction: the events, the handled mark, the guards' rows and further writes. */
export async function runCommand(
  deps: GuardedDeps,
  given: ReactionInput,
  run: {
    readonly transactionId: TransactionId;
    readonly command: CommandOfFact;
    readonly at: Instant;
    readonly writes?: readonly Statement[];
  },
): Promise<ReactionResult> {
  const { transactionId, command, at, writes = [] } = run;
  const result = await decideGuarded(deps, {
    transactionId,
    command: { ...command, causeId: given.attributes.id, at },
    context: given.context,
    writes: [given.handled, ...writes],
    recordedAt: given.attributes.time,
  });
  if (result.kind !== "refused") return result;
  throw new UnknownSubjectError(`${command.kind} of ${transactionId}: ${result.refusal.code}`);
}
