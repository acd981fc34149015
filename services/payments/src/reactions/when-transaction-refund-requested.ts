import { type FactData, TransactionRefundRequested } from "@sanu/contracts";
import { type Clock, fold, type Xof } from "@sanu/kernel";
import {
  type AttemptsWorker,
  defineReaction,
  type EventStore,
  insertAttempt,
  type Reaction,
  type ReactionGiven,
  runDecider,
} from "@sanu/platform";
import { refundedReceiptsConstraint, takeReceipt } from "../database/refunded-receipts.ts";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import { findRefundable } from "../payment/find-refundable.ts";
import { refund } from "../refund/decide.ts";
import type { RefundEvent } from "../refund/events.ts";
import type { RefundOrder } from "../refund/state.ts";
import { refundAttempt } from "../refunding/refund-attempt.ts";

export interface RefundingNeeds {
  readonly payments: EventStore<PaymentEvent>;
  readonly refunds: EventStore<RefundEvent>;
  readonly clock: Clock;
  readonly worker: Pick<AttemptsWorker, "owner" | "leaseMs" | "runNow">;
}

type Requested = FactData<typeof TransactionRefundRequested>;

/**
 * XOF shall go back to their payer: the refund is requested and its first attempt recorded in one commit, where
 * this receipt is ours and no other refund has it. Sats go back by payouts.
 */
export function whenTransactionRefundRequested(needs: RefundingNeeds): Reaction {
  return defineReaction({
    name: "payments.when-transaction-refund-requested",
    fact: TransactionRefundRequested,
    aggregateId: ({ paymentId }) => paymentId,
    async react(data, given) {
      const { money } = data;
      if (money.currency !== "XOF") return { kind: "nothing-new" };
      const receipt = await findReceipt(needs, data, money.amountXof);
      const { refundId, transactionId, paymentId } = data;
      const ids = { refundId, transactionId, paymentId };
      // What we do not know keeps the name it was requested under; no money moves under it.
      const order = { ...ids, receiptReference: data.receiptId, amountXof: money.amountXof };
      if (receipt === undefined) return refuseRefund(needs, order, given);
      const result = await beginRefund(needs, order, given);
      const isTaken =
        result.kind === "constraint" && result.constraint === refundedReceiptsConstraint;
      return isTaken ? refuseRefund(needs, order, given) : result;
    },
  });
}

async function findReceipt({ payments }: RefundingNeeds, data: Requested, amountXof: Xof) {
  const { events } = await payments.load(data.paymentId);
  return findRefundable(fold(payment, events), { receiptId: data.receiptId, amountXof });
}

async function beginRefund(
  { refunds, clock, worker }: RefundingNeeds,
  order: RefundOrder,
  { handled, context }: ReactionGiven,
) {
  const { refundId } = order;
  const { attempt, statement } = insertAttempt({
    order: refundAttempt(refundId, 1),
    context,
    needsPreparation: false,
    leasedBy: worker.owner,
    leaseMs: worker.leaseMs,
    clock,
  });
  const result = await runDecider({
    store: refunds,
    decider: refund,
    streamId: refundId,
    isNew: true,
    command: { kind: "request", order, isRefundable: true, at: clock.now() },
    context,
    writes: () => [handled, takeReceipt(order), statement],
  });
  if (result.kind === "accepted") worker.runNow(attempt);
  return result;
}

function refuseRefund(
  { refunds, clock }: RefundingNeeds,
  order: RefundOrder,
  { handled, context }: ReactionGiven,
) {
  return runDecider({
    store: refunds,
    decider: refund,
    streamId: order.refundId,
    isNew: true,
    command: { kind: "request", order, isRefundable: false, at: clock.now() },
    context,
    writes: () => [handled],
  });
}
