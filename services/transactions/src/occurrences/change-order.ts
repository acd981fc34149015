import { type Instant, newId, type StandingOrderId } from "@sanu/kernel";
import { type CommandContext, runDecider, type Statement } from "@sanu/platform";
import type { StandingOrderCommand } from "../standing-order/commands.ts";
import { standingOrder } from "../standing-order/decide.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";
import type { OccurrenceDeps } from "./deps.ts";
import { writeTrigger } from "./trigger-statements.ts";

/** Decides a command about an order; what it waits for changes in the same commit. */
export function changeOrder(
  { standingOrders }: Pick<OccurrenceDeps, "standingOrders">,
  change: {
    readonly orderId: StandingOrderId;
    readonly command: StandingOrderCommand;
    readonly context?: CommandContext;
    /** What was refused at its price waits until then; null where it does not. */
    readonly notBefore?: Instant | null;
    /** Committed with it, in front of what it waits for. */
    readonly writes?: (events: readonly StandingOrderEvent[]) => readonly Statement[];
  },
) {
  const { orderId, command, notBefore = null, writes = () => [] } = change;
  const { context = { correlationId: newId<string>(), causationId: orderId } } = change;
  return runDecider({
    store: standingOrders,
    decider: standingOrder,
    streamId: orderId,
    isNew: command.kind === "place",
    command,
    context,
    writes: (events, state) => [...writes(events), writeTrigger(state, notBefore)],
  });
}
