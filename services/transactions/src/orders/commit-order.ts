import type { CreateTransaction as CreateAsk, RequestData } from "@sanu/contracts";
import { newId, newReference, type TransactionId } from "@sanu/kernel";
import {
  assertAwaited,
  type DeciderResult,
  destinationHmac,
  type IdempotencyScope,
  type RequestContext,
  runDecider,
  type Statement,
  takeKey,
} from "@sanu/platform";
import type { Receiver } from "@sanu/rails";
import { reserveAllowance } from "../guards/allowance.ts";
import { termsWithin } from "./channel-bounds.ts";
import { takePrompt } from "../guards/number-prompts.ts";
import { takeReceiver } from "../guards/receiver-use.ts";
import { rateOf } from "../rates/prices.ts";
import { createdRow } from "../projections/detail/projection.ts";
import { useQuote } from "../rates/quote-statements.ts";
import type { FoundQuote } from "../rates/quoted-order.ts";
import type { CreateTransaction, OrderedReceiver } from "../transaction/commands.ts";
import { transaction } from "../transaction/decide.ts";
import type { EventOf, TransactionEvent } from "../transaction/events.ts";
import type { TransactionRefusal } from "../transaction/refusals.ts";
import type { Transaction } from "../transaction/state.ts";
import { createAnswerText } from "./create-answer.ts";
import type { OrderDeps } from "./deps.ts";
import { findPersonKey, keepPersonKey, newPersonKey, personKeyConstraint } from "../personal-data/person-key.ts";
import { keepPrivate, newPageToken } from "../personal-data/private-row.ts";
import type { ReadOrder } from "./read-order.ts";

/** Two first orders of one person at once need one more try; more would be a fault. */
const personKeyTriesMax = 3;

/** An order that was read, by whom, and under which key. */
export interface PlacedOrder {
  readonly transactionId: TransactionId;
  readonly request: RequestData<typeof CreateAsk>;
  readonly order: ReadOrder;
  readonly key: (IdempotencyScope & { readonly bodyHash: string }) | null;
  /** The quote that is used up with it; null deals at the rate of now. */
  readonly quote: FoundQuote | null;
  /** The person's key, `undefined` before the first order. */
  readonly personKey: Uint8Array | undefined;
}

export type PlacingResult = DeciderResult<Transaction, TransactionEvent, TransactionRefusal>;

/** What became of an order; with its answer where nobody waits for the provider's link. */
export interface Placing {
  readonly result: PlacingResult;
  readonly answerJson: string | undefined;
}

/**
 * Prices and places an order in one commit: the events, the views, the key, the person's month, who pays and
 * who receives. Throws when the client no longer waits: nothing may be written for an answer nobody gets.
 */
export async function placeOrder(
  deps: OrderDeps,
  placed: PlacedOrder,
  context: RequestContext,
): Promise<Placing> {
  const { accountId } = placed.request;
  let { personKey } = placed;
  for (let attempt = 1; attempt <= personKeyTriesMax; attempt += 1) {
    assertAwaited(context);
    const placing = await tryToPlace(deps, { ...placed, personKey }, context);
    const { result } = placing;
    if (result.kind !== "constraint" || result.constraint !== personKeyConstraint) return placing;
    personKey = await findPersonKey(deps.database, accountId);
  }
  throw new Error(`The key of account ${accountId} is neither there nor free`);
}

async function tryToPlace(
  deps: OrderDeps,
  placed: PlacedOrder,
  context: RequestContext,
): Promise<Placing> {
  const { accountId, commandId } = placed.request;
  const personKey = placed.personKey ?? newPersonKey();
  const pageToken = newPageToken();
  let answerJson: string | undefined;
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
        answerJson = answerAtOnce(deps, placed, { event, pageToken });
        return writesOf(deps, placed, { event, pageToken, answerJson });
      }),
      ...(placed.personKey === undefined ? [keepPersonKey(accountId, personKey)] : []),
    ],
  });
  return { result, answerJson };
}

interface CreatedOrder {
  readonly event: EventOf<"TransactionCreated">;
  readonly pageToken: string;
}

/** The answer where nobody waits for the provider's link: then all of it is known with the order. */
function answerAtOnce(
  deps: OrderDeps,
  { order }: PlacedOrder,
  { event, pageToken }: CreatedOrder,
): string | undefined {
  if (deps.linkWaitMs > 0) return undefined;
  const basis = { ...createdRow(event), receiver_given: order.receiverGiven, invoice: null };
  return createAnswerText(basis, deps.pageUrlOf(pageToken));
}

function commandOf(deps: OrderDeps, placed: PlacedOrder, personKey: Uint8Array): CreateTransaction {
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
    paymentId: newId(),
    paymentReference: newReference("PAY_"),
    channel: order.channel,
    payoutChannel: order.payoutChannel,
    numberHmac: destinationHmac(personKey, order.phone.e164),
    receiver: receiver === null ? null : orderedReceiver(receiver, personKey),
    quoteId: placed.quote?.quoteId ?? null,
    limitMonth: deps.monthOf(at),
    terms: termsWithin(deps.terms, deps.channelBounds.get(order.payoutChannel ?? order.channel)),
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

/** Everything that commits with a new order. The key comes first: a copy is refused before it takes a limit. */
function writesOf(
  deps: OrderDeps,
  { order, key, quote }: PlacedOrder,
  { event, pageToken, answerJson }: CreatedOrder & { readonly answerJson: string | undefined },
): Statement[] {
  const { transactionId, accountId, limitMonth: month, amountXof } = event;
  const { receiver, phone } = order;
  const { openMax, unansweredPromptsMax: unansweredMax } = deps;
  const hasPrompt = unansweredMax > 0 && event.transactionType === "BUY_BITCOIN";
  const answer = answerJson === undefined ? {} : { answer: answerJson };
  return [
    ...(key === null ? [] : [takeKey({ ...key, recordId: transactionId, ...answer })]),
    ...(quote === null ? [] : [useQuote(quote.quoteId, transactionId)]),
    reserveAllowance({ accountId, month, amountXof, openMax }),
    ...(hasPrompt ? [takePrompt({ transactionId, number: phone.e164, unansweredMax })] : []),
    keepPrivate({ transactionId, accountId }, order, pageToken),
    ...(receiver?.kind === "bolt11" ? [takeReceiver(receiver.paymentHash, transactionId)] : []),
  ];
}
