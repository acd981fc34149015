import { type FactData, TransactionCreated } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  type AttemptsWorker,
  defineReaction,
  type EventStore,
  insertAttempt,
  type Reaction,
  runDecider,
} from "@sanu/platform";
import { attemptKey } from "@sanu/rails";
import { scheduleExpiry } from "../collection/expiry-timer.ts";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import type { PaymentOrder } from "../payment/state.ts";

export interface CollectingNeeds {
  readonly store: EventStore<PaymentEvent>;
  readonly clock: Clock;
  readonly worker: Pick<AttemptsWorker, "owner" | "runNow">;
}

/** This release collects mobile money only; the fact is parked until one that can do more. */
export class NotCollectableError extends Error {
  override readonly name = "NotCollectableError";
}

/**
 * Somebody ordered: the payment is requested, and its attempt and expiry are recorded in the same commit.
 * The provider is called right after it, by this process, and by any other should this one die.
 */
export function whenTransactionCreated(needs: CollectingNeeds): Reaction {
  return defineReaction({
    name: "payments.when-transaction-created",
    fact: TransactionCreated,
    aggregateId: ({ paymentId }) => paymentId,
    async react(data, { handled, context }) {
      const { store, clock, worker } = needs;
      const order = orderOf(data);
      const { paymentId } = order;
      const { attempt, statement } = insertAttempt({
        order: {
          attemptId: attemptKey("collection", paymentId, 1),
          subjectId: paymentId,
          attemptNumber: 1,
          kind: "collection",
        },
        context,
        needsPreparation: false,
        leasedBy: worker.owner,
        clock,
      });
      const result = await runDecider({
        store,
        decider: payment,
        streamId: paymentId,
        command: { kind: "request", order, at: clock.now() },
        context,
        writes: () => [handled, statement, scheduleExpiry(order)],
      });
      if (result.kind === "accepted") worker.runNow(attempt);
      return result;
    },
  });
}

function orderOf(data: FactData<typeof TransactionCreated>): PaymentOrder {
  if (data.transactionType !== "BUY_BITCOIN") {
    throw new NotCollectableError(`${data.transactionType} is not collected by mobile money`);
  }
  const { paymentId, transactionId, accountId, amountXof, channel, payerHmac, expiresAt } = data;
  return {
    paymentId,
    transactionId,
    accountId,
    reference: data.paymentReference,
    amountXof,
    channel,
    payerHmac,
    expiresAt,
  };
}
