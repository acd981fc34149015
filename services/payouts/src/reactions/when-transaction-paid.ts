import { type FactData, TransactionPaid } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  type AttemptsWorker,
  defineReaction,
  type EventStore,
  type Reaction,
  runDecider,
} from "@sanu/platform";
import { payout } from "../payout/decide.ts";
import type { PayoutEvent } from "../payout/events.ts";
import type { PayoutOrder } from "../payout/state.ts";
import { firstSendAttempt } from "../sending/send-attempt.ts";

export interface SendingNeeds {
  readonly store: EventStore<PayoutEvent>;
  readonly clock: Clock;
  readonly worker: Pick<AttemptsWorker, "owner" | "runNow">;
}

/** This release sends bitcoin only; the fact is parked until one that can do more. */
export class NotSendableError extends Error {
  override readonly name = "NotSendableError";
}

/**
 * The money is in: the payout is requested, and its first attempt is recorded in the same commit. The send
 * is made right after it, by this process, and by any other should this one die.
 */
export function whenTransactionPaid({ store, clock, worker }: SendingNeeds): Reaction {
  return defineReaction({
    name: "payouts.when-transaction-paid",
    fact: TransactionPaid,
    aggregateId: ({ payoutId }) => payoutId,
    async react(data, { handled, context }) {
      const order = orderOf(data);
      const { payoutId } = order;
      const { owner } = worker;
      const { attempt, statement } = firstSendAttempt({ payoutId, context, clock, owner });
      const result = await runDecider({
        store,
        decider: payout,
        streamId: payoutId,
        command: { kind: "request", order, at: clock.now() },
        context,
        writes: () => [handled, statement],
      });
      if (result.kind === "accepted") worker.runNow(attempt);
      return result;
    },
  });
}

function orderOf(data: FactData<typeof TransactionPaid>): PayoutOrder {
  if (data.transactionType !== "BUY_BITCOIN") {
    throw new NotSendableError(`${data.transactionType} is not paid out in bitcoin`);
  }
  const { payoutId, transactionId, amountSats, receiverKind, receiverHmac } = data;
  const reference = data.payoutReference;
  return { payoutId, transactionId, reference, amountSats, receiverKind, receiverHmac };
}
