import { attemptKey } from "@sanu/attempts";
import { moverOf, TransactionRefundRequested } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  type AttemptExecutor,
  type Database,
  defineReaction,
  type EventStore,
  findAttempt,
  type Reaction,
  type ReactionInput,
  runDecider,
} from "@sanu/platform";
import { refundedReceiptsConstraint, reserveReceipt } from "../database/refunded-receipts.ts";
import type { PaymentEvent } from "../payment/events.ts";
import type { KnownReceipt } from "../payment/state.ts";
import type { RefundCommand } from "../refund/commands.ts";
import { refund } from "../refund/decide.ts";
import type { RefundEvent } from "../refund/events.ts";
import type { RefundOrder } from "../refund/state.ts";
import { ourReceipt } from "./still-ours.ts";

export interface RefundingDeps {
  readonly database: Database;
  readonly paymentStore: EventStore<PaymentEvent>;
  readonly refundStore: EventStore<RefundEvent>;
  readonly refunds: Pick<AttemptExecutor<RefundCommand>, "open">;
  readonly clock: Clock;
}

/**
 * XOF shall go back to their payer: the refund is requested and its first attempt recorded in one commit, where
 * this receipt is ours and no other refund has it. Sats go back by payouts.
 */
export function whenTransactionRefundRequested(deps: RefundingDeps): Reaction {
  return defineReaction({
    name: "payments.when-transaction-refund-requested",
    fact: TransactionRefundRequested,
    aggregateId: ({ paymentId }) => paymentId,
    sendsMoney: ({ money }) => moverOf("refund", money) === "payments",
    async react(data, given) {
      const { money } = data;
      if (money.currency !== "XOF") return { kind: "nothing-new" };
      const { refundId, transactionId, paymentId, earlierRefundIds } = data;
      const earlier = earlierRefundIds === undefined ? {} : { earlierRefundIds };
      const ids = { refundId, transactionId, paymentId, ...earlier };
      // What we do not know has the name it was requested under; no money moves under it.
      const order = { ...ids, receiptReference: data.receiptId, amountXof: money.amountXof };
      const receipt = await ourReceipt(deps.paymentStore, order);
      if (receipt === undefined) return refuseRefund(deps, order, given);
      const result = await beginRefund(deps, { order, receipt }, given);
      const isReserved =
        result.kind === "constraint" && result.constraint === refundedReceiptsConstraint;
      return isReserved ? refuseRefund(deps, order, given) : result;
    },
  });
}

/** Whoever took the money gives it back. */
async function beginRefund(
  { database, refunds, clock }: RefundingDeps,
  of: { readonly order: RefundOrder; readonly receipt: KnownReceipt },
  { handled, context }: ReactionInput,
) {
  const { attemptNumber } = of.receipt;
  const key = attemptKey("collection", of.order.paymentId, attemptNumber);
  const collection = await findAttempt(database, key);
  const order = attemptNumber > 1 ? { ...of.order, collectionAttempt: attemptNumber } : of.order;
  return refunds.open({
    kind: "refund",
    provider: collection?.provider ?? undefined,
    subjectId: order.refundId,
    command: { kind: "request", order, isRefundable: true, at: clock.now() },
    context,
    writes: [handled, reserveReceipt(order)],
  });
}

function refuseRefund(
  { refundStore, clock }: RefundingDeps,
  order: RefundOrder,
  { handled, context }: ReactionInput,
) {
  return runDecider({
    store: refundStore,
    decider: refund,
    streamId: order.refundId,
    isNew: true,
    command: { kind: "request", order, isRefundable: false, at: clock.now() },
    context,
    writes: () => [handled],
  });
}
