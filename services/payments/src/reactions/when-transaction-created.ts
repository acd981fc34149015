import { type FactData, TransactionCreated } from "@sanu/contracts";
import type { Clock, PaymentId } from "@sanu/kernel";
import {
  type AttemptExecutor,
  defineReaction,
  type EventStore,
  type Reaction,
  type ReactionInput,
  runDecider,
} from "@sanu/platform";
import type { ConnectorSwitch } from "@sanu/rails";
import type { InvoiceCommand } from "../invoice/commands.ts";
import { scheduleExpiry as scheduleInvoiceExpiry } from "../invoice/expiry.ts";
import type { InvoiceOrder } from "../invoice/state.ts";
import type { PaymentCommand } from "../payment/commands.ts";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import { scheduleExpiry } from "../payment/expiry.ts";
import type { PaymentOrder } from "../payment/state.ts";
import type { ReceiveNodes } from "../receive-nodes.ts";

export interface OrderingDeps {
  readonly payments: Pick<AttemptExecutor<PaymentCommand>, "open">;
  readonly paymentStore: EventStore<PaymentEvent>;
  readonly connectors: Pick<ConnectorSwitch, "choose">;
  readonly invoices: Pick<AttemptExecutor<InvoiceCommand>, "open">;
  readonly nodes: Pick<ReceiveNodes, "choose">;
  readonly paymentHashOf: (paymentId: PaymentId) => string;
  readonly graceMs: number;
  readonly clock: Clock;
}

type Created = FactData<typeof TransactionCreated>;

/**
 * Somebody ordered: the payment, or the invoice of a sale, is requested, and its attempt and expiry are recorded in the
 * same commit. The provider is called right after it, by this process, and by any other should this one die.
 */
export function whenTransactionCreated(deps: OrderingDeps): Reaction {
  return defineReaction({
    name: "payments.when-transaction-created",
    fact: TransactionCreated,
    aggregateId: ({ paymentId }) => paymentId,
    react: (data, given) =>
      data.transactionType === "SELL_BITCOIN"
        ? requestInvoice(deps, data, given)
        : requestPayment(deps, data, given),
  });
}

async function requestPayment(
  { payments, paymentStore, connectors, clock, graceMs }: OrderingDeps,
  data: Created,
  { handled, context }: ReactionInput,
) {
  const order = paymentOrderOf(data);
  const { paymentId, channel, amountXof, payerHmac: numberHmac } = order;
  const choice = await connectors.choose({ channel, amountXof, numberHmac, refusedBy: [] });
  const command = { kind: "request", order, choice, at: clock.now() } as const;
  if (choice.provider === null) {
    const of = { store: paymentStore, decider: payment, streamId: paymentId };
    return runDecider({ ...of, isNew: true, command, context, writes: () => [handled] });
  }
  return payments.open({
    kind: "collection",
    provider: choice.provider,
    subjectId: paymentId,
    command,
    context,
    writes: [handled, scheduleExpiry(order, graceMs)],
  });
}

async function requestInvoice(
  { invoices, nodes, clock, graceMs, paymentHashOf }: OrderingDeps,
  data: Created,
  { handled, context }: ReactionInput,
) {
  const order = invoiceOrderOf(data, paymentHashOf(data.paymentId));
  return invoices.open({
    kind: "invoice",
    provider: await nodes.choose(order.amountSats),
    subjectId: order.paymentId,
    command: { kind: "request", order, at: clock.now() },
    context,
    writes: [handled, scheduleInvoiceExpiry(order, graceMs)],
  });
}

function paymentOrderOf(data: Created): PaymentOrder {
  const { paymentId, transactionId, accountId, amountXof, channel, expiresAt } = data;
  const { paymentReference: reference, numberHmac: payerHmac } = data;
  const ids = { paymentId, transactionId, accountId, reference };
  return { ...ids, amountXof, channel, payerHmac, expiresAt };
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
