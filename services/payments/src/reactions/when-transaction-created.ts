import { attemptKey } from "@sanu/attempts";
import { type FactData, TransactionCreated } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  type AttemptsWorker,
  defineReaction,
  type EventStore,
  insertAttempt,
  type Reaction,
  type ReactionGiven,
  runDecider,
} from "@sanu/platform";
import { scheduleExpiry } from "../collection/expiry-timer.ts";
import { invoice } from "../invoice/decide.ts";
import type { InvoiceOrder } from "../invoice/state.ts";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import type { PaymentOrder } from "../payment/state.ts";
import type { ReceivingDeps } from "../receiving/deps.ts";
import { scheduleInvoiceExpiry } from "../receiving/invoice-expiry.ts";

type FirstHolder = Pick<AttemptsWorker, "owner" | "leaseMs" | "runNow">;

export interface CollectingNeeds {
  readonly store: EventStore<PaymentEvent>;
  readonly clock: Clock;
  readonly worker: FirstHolder;
}

export interface ReceivingNeeds extends Pick<ReceivingDeps, "store" | "clock" | "secretOf"> {
  readonly worker: FirstHolder;
}

type Created = FactData<typeof TransactionCreated>;

/**
 * Somebody ordered: the payment is requested, and its attempt and expiry are recorded in the same commit.
 * The provider is called right after it, by this process, and by any other should this one die.
 */
export function whenTransactionCreated(needs: {
  readonly collecting: CollectingNeeds;
  readonly receiving: ReceivingNeeds;
}): Reaction {
  return defineReaction({
    name: "payments.when-transaction-created",
    fact: TransactionCreated,
    aggregateId: ({ paymentId }) => paymentId,
    react: (data, given) =>
      data.transactionType === "SELL_BITCOIN"
        ? requestInvoice(needs.receiving, data, given)
        : requestPayment(needs.collecting, data, given),
  });
}

async function requestPayment(
  { store, clock, worker }: CollectingNeeds,
  data: Created,
  { handled, context }: ReactionGiven,
) {
  const order = orderOf(data);
  const { paymentId } = order;
  const { attempt, statement } = firstAttempt("collection", paymentId, { worker, clock, context });
  const result = await runDecider({
    store,
    decider: payment,
    streamId: paymentId,
    isNew: true,
    command: { kind: "request", order, at: clock.now() },
    context,
    writes: () => [handled, statement, scheduleExpiry(order)],
  });
  if (result.kind === "accepted") worker.runNow(attempt);
  return result;
}

async function requestInvoice(
  { store, clock, worker, secretOf }: ReceivingNeeds,
  data: Created,
  { handled, context }: ReactionGiven,
) {
  const order = invoiceOrderOf(data, secretOf(data.paymentId).paymentHash);
  const { paymentId } = order;
  const { attempt, statement } = firstAttempt("invoice", paymentId, { worker, clock, context });
  const result = await runDecider({
    store,
    decider: invoice,
    streamId: paymentId,
    isNew: true,
    command: { kind: "request", order, at: clock.now() },
    context,
    writes: () => [handled, statement, scheduleInvoiceExpiry(order)],
  });
  if (result.kind === "accepted") worker.runNow(attempt);
  return result;
}

function firstAttempt(
  kind: "collection" | "invoice",
  paymentId: string,
  {
    worker,
    clock,
    context,
  }: Pick<CollectingNeeds, "worker" | "clock"> & Pick<ReactionGiven, "context">,
) {
  const attemptId = attemptKey(kind, paymentId, 1);
  const { owner: leasedBy, leaseMs } = worker;
  const order = { attemptId, subjectId: paymentId, attemptNumber: 1, kind };
  return insertAttempt({ order, context, needsPreparation: false, leasedBy, leaseMs, clock });
}

function orderOf(data: Created): PaymentOrder {
  const { paymentId, transactionId, accountId, amountXof, channel, expiresAt } = data;
  return {
    paymentId,
    transactionId,
    accountId,
    reference: data.paymentReference,
    amountXof,
    channel,
    payerHmac: data.numberHmac,
    expiresAt,
  };
}

/** Throws `RangeError` where nobody said over which channel the XOF of a sale go out. */
function invoiceOrderOf(data: Created, paymentHash: string): InvoiceOrder {
  const { paymentId, transactionId, accountId, amountSats, amountXof, payoutChannel } = data;
  if (payoutChannel === null) throw new RangeError("A sale names the channel of its payout");
  const { paymentReference: reference, numberHmac, expiresAt } = data;
  const ids = { paymentId, transactionId, accountId, reference };
  const amounts = { amountSats, amountXof };
  return { ...ids, ...amounts, paymentHash, payoutChannel, numberHmac, expiresAt };
}
