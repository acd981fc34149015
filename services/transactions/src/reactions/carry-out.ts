import type { Clock, Instant, TransactionId } from "@sanu/kernel";
import {
  type EventStore,
  type ReactionGiven,
  type ReactionResult,
  runDecider,
  type Statement,
} from "@sanu/platform";
import { guardWrites } from "../limits/guard-writes.ts";
import type { FactCommand } from "../transaction/commands.ts";
import { transaction } from "../transaction/decide.ts";
import type { TransactionEvent } from "../transaction/events.ts";

export interface ReactionNeeds {
  readonly store: EventStore<TransactionEvent>;
  readonly clock: Clock;
}

/** A fact speaks of a transaction, a payment, a payout or a refund that is not ours: it is parked, never swallowed. */
export class UnknownSubjectError extends Error {
  override readonly name = "UnknownSubjectError";
}

/** The cause and the moment of a command that a fact leads to. */
export function causeOf(
  needs: ReactionNeeds,
  given: ReactionGiven,
): { readonly causeId: string; readonly at: Instant } {
  return { causeId: given.attributes.id, at: needs.clock.now() };
}

/**
 * Carries out what a fact means for a transaction: the events, the mark that the fact was handled, what the
 * guards must learn, and whatever else belongs to it, in one commit.
 */
export async function carryOut(
  needs: ReactionNeeds,
  given: ReactionGiven,
  todo: {
    readonly transactionId: TransactionId;
    readonly command: FactCommand;
    readonly writes?: readonly Statement[];
  },
): Promise<ReactionResult> {
  const { transactionId, command, writes = [] } = todo;
  const result = await runDecider({
    store: needs.store,
    decider: transaction,
    streamId: transactionId,
    command,
    context: given.context,
    writes: (events, state) => [
      given.handled,
      ...(state.status === "none" ? [] : guardWrites(events, state.order)),
      ...writes,
    ],
  });
  if (result.kind !== "refused") return result;
  throw new UnknownSubjectError(`${command.kind} of ${transactionId}: ${result.refusal.code}`);
}
