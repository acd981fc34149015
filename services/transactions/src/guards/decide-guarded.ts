import type { Instant, TransactionId } from "@sanu/kernel";
import {
  type CommandContext,
  type DeciderResult,
  type EventStore,
  runDecider,
  type Statement,
} from "@sanu/platform";
import type { TransactionCommand } from "../transaction/commands.ts";
import { transaction } from "../transaction/decide.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import type { TransactionRefusal } from "../transaction/refusals.ts";
import type { Transaction } from "../transaction/state.ts";
import type { FloatGuard } from "./float-writes.ts";
import { guardWrites } from "./guard-writes.ts";

export interface GuardedDeps {
  readonly store: EventStore<TransactionEvent>;
  readonly floats: FloatGuard;
}

/** A command to a transaction that is there: the guards' rows, and further writes, commit with its events. */
export function decideGuarded(
  { store, floats }: GuardedDeps,
  asked: {
    readonly transactionId: TransactionId;
    readonly command: TransactionCommand;
    readonly context: CommandContext;
    readonly writes?: readonly Statement[];
    /** When the fact behind the command was recorded in its service; null where none is. */
    readonly recordedAt?: Instant | null;
  },
): Promise<DeciderResult<Transaction, TransactionEvent, TransactionRefusal>> {
  const { transactionId, command, context, writes = [], recordedAt = null } = asked;
  return runDecider({
    store,
    decider: transaction,
    streamId: transactionId,
    command,
    context,
    writes: (events, state) => [
      ...writes,
      ...(state.status === "none" ? [] : guardWrites(events, state, { floats, recordedAt })),
    ],
  });
}
