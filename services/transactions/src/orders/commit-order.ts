import type { CreateTransaction as CreateRequest, RequestData } from "@sanu/contracts";
import { newId, newReference, type TransactionId } from "@sanu/kernel";
import {
  assertAwaited,
  type DeciderResult,
  destinationHmac,
  type IdempotencyScope,
  insertKey,
  type RequestContext,
  runDecider,
  type Statement,
} from "@sanu/platform";
import type { Receiver } from "@sanu/rails";
import { reserveAllowance } from "../guards/allowance.ts";
import { refuseAfterFailures } from "../guards/failed-payouts.ts";
import { reservePayout } from "../guards/float-statements.ts";
import { reservePrompt } from "../guards/number-prompts.ts";
import { reserveByKey } from "../guards/ordering-keys.ts";
import { needOfPayout } from "../guards/payout-need.ts";
import { reserveForPerson } from "../guards/persons.ts";
import { reserveReceiver } from "../guards/receiver-use.ts";
import { insertClientOrder } from "../personal-data/client-order.ts";
import {
  findPersonKey,
  insertPersonKey,
  newPersonKey,
  personKeyConstraint,
} from "../personal-data/person-key.ts";
import { insertPrivateRow, newPageToken } from "../personal-data/private-row.ts";
import { createdRow } from "../projections/detail/projection.ts";
import { rateOf } from "../rates/prices.ts";
import { consumeQuote } from "../rates/quote-statements.ts";
import type { FoundQuote } from "../rates/quoted-order.ts";
import type { CreateTransaction, OrderedReceiver } from "../transaction/create-command.ts";
import { transaction } from "../transaction/decide.ts";
import type { EventOf, TransactionEvent } from "../transaction/events.ts";
import type { TransactionRefusal } from "../transaction/refusals.ts";
import type { Transaction } from "../transaction/state.ts";
import { termsWithin } from "./channel-bounds.ts";
import { createResponseText, type ResponseBasis } from "./create-response.ts";
import type { OrderDeps } from "./deps.ts";
import type { PlacedOrder } from "./link-waiters.ts";
import type { ReadOrder } from "./read-order.ts";

/** Two first orders of one person at once need one more try; more would be a fault. */
const personKeyTriesMax = 3;

/** An order that was read, by whom, and under which key. */
export interface OrderToCommit {
  readonly transactionId: TransactionId;
  readonly request: RequestData<typeof CreateRequest>;
  readonly order: ReadOrder;
  readonly key: (IdempotencyScope & { readonly bodyHash: string }) | null;
  /** The quote that is used up with it; null deals at the rate of now. */
  readonly quote: FoundQuote | null;
  /** The person's key, `undefined` before the first order. */
  readonly personKey: Uint8Array | undefined;
  /** What else commits with it; asked again where the commit is tried again. */
  readonly beside?: (created: EventOf<"TransactionCreated">) => readonly Statement[];
}

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

interface CreatedOrder {
  readonly event: EventOf<"TransactionCreated">;
  readonly pageToken: string;
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

/** Everything that commits with a new order. The key comes first: a copy is refused before it takes a limit. */
function writesOf(
  deps: OrderDeps,
  { order, key, quote, request }: OrderToCommit,
  { event, pageToken, responseJson }: CreatedOrder & { readonly responseJson: string | undefined },
): Statement[] {
  const { transactionId, accountId } = event;
  const { receiver, phone } = order;
  const { unansweredPromptsMax: unansweredMax, floats, persons } = deps;
  const number = persons.nameOf(phone.e164);
  const isSale = order.payoutChannel !== null;
  const hasPrompt = unansweredMax > 0 && !isSale;
  const response = responseJson === undefined ? {} : { response: responseJson };
  return [
    ...(key === null ? [] : [insertKey({ ...key, recordId: transactionId, ...response })]),
    ...(quote === null ? [] : [consumeQuote(quote.quoteId, transactionId)]),
    ...refuseAfterFailures({
      accountId,
      number,
      receiver: receiver === null ? null : persons.nameOf(receiver.canonical),
      // A service's payouts are many people's: each number and receiver answers for itself.
      max: request.keyId === null ? deps.failuresMax : { ...deps.failuresMax, account: 0 },
    }),
    reserveMonth(deps, { event, order, keyId: request.keyId }),
    ...clientOrderOf(request, event),
    ...(hasPrompt ? [reservePrompt({ transactionId, number, unansweredMax })] : []),
    insertPrivateRow({
      transaction_id: transactionId,
      account_id: accountId,
      receiver: receiver?.canonical ?? null,
      receiver_given: order.receiverGiven,
      // A page shows whom the money goes to: in a sale, the number.
      receiver_masked: isSale || receiver === null ? phone.masked : receiver.masked,
      number: phone.e164,
      page_token: pageToken,
    }),
    ...(receiver?.kind === "bolt11" ? [reserveReceiver(receiver.paymentHash, transactionId)] : []),
    // The last, because whoever has a share of a float waits for nobody.
    ...(floats.isThere()
      ? [reservePayout(transactionId, needOfPayout(event, floats.feeShare), floats.staleAfterMs())]
      : []),
  ];
}

/** What a client said of its order, where it said anything. */
function clientOrderOf(
  { accountId, keyId, clientReference }: OrderToCommit["request"],
  { transactionId, createdAt }: EventOf<"TransactionCreated">,
): Statement[] {
  if (keyId === null && clientReference === null) return [];
  return [
    insertClientOrder({
      transaction_id: transactionId,
      account_id: accountId,
      key_id: keyId,
      client_reference: clientReference,
      created_at: createdAt,
    }),
  ];
}

/**
 * Of the account, and of who she is by her number and documents, whatever account she orders with; of a service what its key
 * allows.
 */
function reserveMonth(
  { openMax, persons }: OrderDeps,
  {
    event,
    order: { phone, receiver },
    keyId,
  }: {
    readonly event: EventOf<"TransactionCreated">;
    readonly order: ReadOrder;
    readonly keyId: string | null;
  },
): Statement {
  const { transactionId, accountId, limitMonth: month, amountXof } = event;
  const names = { number: phone.e164, receiver: receiver?.canonical ?? null };
  const ofMonth = { transactionId, accountId, month, amountXof, ...names };
  if (keyId !== null) return reserveByKey(persons, { ...ofMonth, keyId });
  if (!persons.isThere()) return reserveAllowance({ ...ofMonth, openMax });
  return reserveForPerson(persons, { ...ofMonth, openMax });
}
