import type { CommandId, TransactionId } from "@sanu/kernel";
import {
  type DeciderResult,
  type RequestContext,
  runDecider,
  type Statement,
} from "@sanu/platform";
import { guardWrites } from "../guards/guard-writes.ts";
import type { OrderDeps } from "../orders/deps.ts";
import type { TransactionCommand } from "../transaction/commands.ts";
import { transaction } from "../transaction/decide.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import type { TransactionRefusal } from "../transaction/refusals.ts";
import type { Transaction } from "../transaction/state.ts";

/** Hands what somebody requested to its transaction; the guards' rows and further writes commit with the events. */
export function decideTransaction(
  { store, floats, persons }: Pick<OrderDeps, "store" | "floats" | "persons">,
  asked: {
    readonly transactionId: TransactionId;
    readonly commandId: CommandId;
    readonly command: TransactionCommand;
    readonly context: RequestContext;
    readonly writes: readonly Statement[];
  },
): Promise<DeciderResult<Transaction, TransactionEvent, TransactionRefusal>> {
  const { transactionId, commandId, command, context, writes } = asked;
  return runDecider({
    store,
    decider: transaction,
    streamId: transactionId,
    command,
    context: { ...context, causationId: commandId },
    writes: (events, state) => [
      ...(state.status === "none"
        ? []
        : guardWrites(events, state.order, { floats, persons, recordedAt: null })),
      ...writes,
    ],
  });
}
