import { attemptKey } from "@sanu/attempts";
import { type FactData, moverOf, TransactionRefundRequested } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  type AttemptExecutor,
  type Database,
  defineReaction,
  type EventStore,
  findAttempt,
  type MaybeSentInput,
  type Reaction,
  type ReactionInput,
  runDecider,
} from "@sanu/platform";
import {
  refundedReceiptsConstraint,
  reserveFreeReceipt,
  reserveReceipt,
} from "../database/refunded-receipts.ts";
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
  readonly refunds: Pick<AttemptExecutor<RefundCommand>, "open" | "openMaybeSent">;
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
      const order = orderOf(data);
      if (order === undefined) return { kind: "nothing-new" };
      const receipt = await ourReceipt(deps.paymentStore, order);
      if (receipt === undefined) return refuseRefund(deps, order, given);
      const result = await beginRefund(deps, { order, receipt }, given);
      const isReserved =
        result.kind === "constraint" && result.constraint === refundedReceiptsConstraint;
      return isReserved ? refuseRefund(deps, order, given) : result;
    },
    async reactMaybeSent(data, given) {
      const order = orderOf(data);
      return order === undefined ? { kind: "nothing-new" } : recordMaybeSent(deps, order, given);
    },
  });
}

/** What we do not know has the name it was requested under; no money moves under it. */
function orderOf(data: FactData<typeof TransactionRefundRequested>): RefundOrder | undefined {
  const { refundId, transactionId, paymentId, earlierRefundIds, money } = data;
  if (money.currency !== "XOF") return undefined;
  const earlier = earlierRefundIds === undefined ? {} : { earlierRefundIds };
  const ids = { refundId, transactionId, paymentId, ...earlier };
  return { ...ids, receiptReference: data.receiptId, amountXof: money.amountXof };
}

/** Whoever took the money gives it back. */
async function beginRefund(
  deps: RefundingDeps,
  of: { readonly order: RefundOrder; readonly receipt: KnownReceipt },
  { handled, context }: ReactionInput,
) {
  const { refunds, clock } = deps;
  const { order, provider } = await collectedBy(deps, of.order, of.receipt);
  return refunds.open({
    kind: "refund",
    provider,
    subjectId: order.refundId,
    command: { kind: "request", order, isRefundable: true, at: clock.now() },
    context,
    writes: [handled, reserveReceipt(order)],
  });
}

/**
 * A lost database may have sent it: so it is not refused, whatever became of its receipt. Where that is free, it goes back by no other refund
 * before people know about this one.
 */
async function recordMaybeSent(
  deps: RefundingDeps,
  ordered: RefundOrder,
  { handled, context, attributes, provider: said }: MaybeSentInput,
) {
  const { paymentStore, refunds, clock } = deps;
  const receipt = await ourReceipt(paymentStore, ordered);
  const { order, provider } = await collectedBy(deps, ordered, receipt);
  const since = attributes.time;
  return refunds.openMaybeSent({
    kind: "refund",
    provider: provider ?? said,
    subjectId: order.refundId,
    command: {
      kind: "request",
      order,
      isRefundable: receipt !== undefined,
      maybeSentSince: since,
      at: clock.now(),
    },
    since,
    context,
    writes: [handled, reserveFreeReceipt(order)],
  });
}

async function collectedBy(
  { database }: Pick<RefundingDeps, "database">,
  order: RefundOrder,
  receipt: KnownReceipt | undefined,
): Promise<{ readonly order: RefundOrder; readonly provider: string | undefined }> {
  const { attemptNumber = 1 } = receipt ?? {};
  const key = attemptKey("collection", order.paymentId, attemptNumber);
  const provider = (await findAttempt(database, key))?.provider;
  return attemptNumber > 1
    ? { order: { ...order, collectionAttempt: attemptNumber }, provider }
    : { order, provider };
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
