import type { Clock } from "@sanu/kernel";
import {
  type EventStore,
  type ReactionGiven,
  type ReactionResult,
  runDecider,
} from "@sanu/platform";
import { type AttemptHolders, attemptKindOf, firstAttempt } from "../carrying/payout-attempt.ts";
import { payout } from "../payout/decide.ts";
import type { PayoutEvent } from "../payout/events.ts";
import type { PayoutOrder } from "../payout/state.ts";

export interface PayoutNeeds {
  readonly store: EventStore<PayoutEvent>;
  readonly clock: Clock;
  readonly workers: AttemptHolders;
}

/**
 * Requests a payout; its first attempt is recorded in the same commit. It is carried out right after that, by
 * this process, and by any other should this one die.
 */
export async function requestPayout(
  { store, clock, workers }: PayoutNeeds,
  order: PayoutOrder,
  { handled, context }: Pick<ReactionGiven, "handled" | "context">,
): Promise<ReactionResult> {
  const holder = workers[attemptKindOf(order.transfer.kind)];
  const { attempt, statement } = firstAttempt({ order, context, clock, holder });
  const result = await runDecider({
    store,
    decider: payout,
    streamId: order.payoutId,
    isNew: true,
    command: { kind: "request", order, at: clock.now() },
    context,
    writes: () => [handled, statement],
  });
  if (result.kind === "accepted") holder.runNow(attempt);
  return result;
}
