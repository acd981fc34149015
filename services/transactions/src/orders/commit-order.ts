import { newId, newReference } from "@sanu/kernel";
import {
  assertAwaited,
  type DeciderResult,
  destinationHmac,
  type RequestContext,
  runDecider,
} from "@sanu/platform";
import type { Receiver } from "@sanu/rails";
import {
  findPersonKey,
  insertPersonKey,
  newPersonKey,
  personKeyConstraint,
} from "../personal-data/person-key.ts";
import { newPageToken } from "../personal-data/private-row.ts";
import { createdRow } from "../projections/detail/projection.ts";
import { rateOf } from "../rates/prices.ts";
import type { CreateTransaction, OrderedReceiver } from "../transaction/create-command.ts";
import { transaction } from "../transaction/decide.ts";
import type { EventOf, TransactionEvent } from "../transaction/events.ts";
import type { TransactionRefusal } from "../transaction/refusals.ts";
import type { Transaction } from "../transaction/state.ts";
import { termsWithin } from "./channel-bounds.ts";
import { createResponseText, type ResponseBasis } from "./create-response.ts";
import type { OrderDeps } from "./deps.ts";
import type { PlacedOrder } from "./link-waiters.ts";
import { type OrderToCommit, writesOf } from "./order-writes.ts";

/** Two first orders of one person at once need one more try; more would be a fault. */
const personKeyTriesMax = 3;

export type CommitResult = DeciderResult<Transaction, TransactionEvent, TransactionRefusal>;

/** What became of an order; with its response where nobody waits for the provider's link, else with what that is made of. */
export interface CommittedOrder {
  readonly result: CommitResult;
  readonly responseJson: string | undefined;
  readonly placed: PlacedOrder | undefined;
}

/**
 * Prices and places an order in one commit: the events, the views, the key, the person's month, who pays and
 * who receives. Throws when the client no longer waits: nothing may be written for a response nobody gets.
 */
export async function commitOrder(
  deps: OrderDeps,
  placed: OrderToCommit,
  context: RequestContext,
): Promise<CommittedOrder> {
  const { accountId } = placed.request;
  let { personKey } = placed;
  for (let attempt = 1; attempt <= personKeyTriesMax; attempt += 1) {
    assertAwaited(context);
    const placing = await tryToCommit(deps, { ...placed, personKey }, context);
    const { result } = placing;
    if (result.kind !== "constraint" || result.constraint !== personKeyConstraint) return placing;
    personKey = await findPersonKey(deps.database, accountId);
  }
  throw new Error(`The key of account ${accountId} is neither there nor new`);
}

async function tryToCommit(
  deps: OrderDeps,
  placed: OrderToCommit,
  context: RequestContext,
): Promise<CommittedOrder> {
  const { accountId, commandId } = placed.request;
  const personKey = placed.personKey ?? newPersonKey();
  const pageToken = newPageToken();
  let responseJson: string | undefined;
  let order: PlacedOrder | undefined;
  const result = await runDecider({
    store: deps.store,
    decider: transaction,
    isNew: true,
    streamId: placed.transactionId,
    command: commandOf(deps, placed, personKey),
    context: { ...context, causationId: commandId },
    writes: (events) => [
      ...events.flatMap((event) => {
        if (event.type !== "TransactionCreated") return [];
        order = { basis: basisOf(placed, event), pageToken, hasKey: placed.key !== null };
        responseJson = responseAtOnce(deps, order);
        return writesOf(deps, placed, { event, pageToken, responseJson });
      }),
      ...(placed.personKey === undefined ? [insertPersonKey(accountId, personKey)] : []),
      ...events.flatMap((event) =>
        event.type === "TransactionCreated" ? (placed.beside?.(event) ?? []) : [],
      ),
    ],
  });
  return { result, responseJson, placed: order };
}

/** The response where nobody waits for the provider's link: then all of it is known with the order. */
function responseAtOnce(deps: OrderDeps, { basis, pageToken }: PlacedOrder): string | undefined {
  return deps.linkWaitMs > 0 ? undefined : createResponseText(basis, deps.pageUrlOf(pageToken));
}

function basisOf(
  { order, request }: OrderToCommit,
  event: EventOf<"TransactionCreated">,
): ResponseBasis {
  const { clientReference: client_reference } = request;
  const given = { receiver_given: order.receiverGiven, client_reference, invoice: null };
  return { ...createdRow(event), ...given };
}

function commandOf(
  deps: OrderDeps,
  placed: OrderToCommit,
  personKey: Uint8Array,
): CreateTransaction {
  const { request, order, quote, transactionId } = placed;
  const { receiver } = order;
  const at = deps.clock.now();
  return {
    kind: "create",
    transactionId,
    reference: newReference("TXN_"),
    accountId: request.accountId,
    transactionType: request.transactionType,
    amountXof: request.amountXof,
    // A quote is a promise: it holds while the market moves, and while new rates are frozen.
    rateXofPerBtc: quote?.rateXofPerBtc ?? rateOf(deps.prices, request.transactionType),
    midXofPerBtc: quote?.midXofPerBtc ?? deps.prices.findTrusted()?.midXofPerBtc ?? null,
    paymentId: newId(),
    paymentReference: newReference("PAY_"),
    channel: order.channel,
    payoutChannel: order.payoutChannel,
    numberHmac: destinationHmac(personKey, order.phone.e164),
    receiver: receiver === null ? null : orderedReceiver(receiver, personKey),
    quoteId: placed.quote?.quoteId ?? null,
    limitMonth: deps.monthOf(at),
    terms: termsWithin(
      termsWithin(deps.terms, deps.channelBounds.get(order.payoutChannel ?? order.channel)),
      deps.openChannels.boundsOf(order),
    ),
    at,
  };
}

function orderedReceiver(receiver: Receiver, personKey: Uint8Array): OrderedReceiver {
  return {
    kind: receiver.kind,
    hmac: destinationHmac(personKey, receiver.canonical),
    amountSats: receiver.amountSats,
    expiresAt: receiver.kind === "bolt11" ? receiver.expiresAt : null,
  };
}
