import type { CreateTransaction as CreateAsk, RequestData } from "@sanu/contracts";
import { newId, newReference, type TransactionId } from "@sanu/kernel";
import {
  type AskContext,
  assertAwaited,
  type DeciderResult,
  type EventStore,
  freezeAnswer,
  type IdempotencyScope,
  runDecider,
  type Statement,
  takeKey,
} from "@sanu/platform";
import { destinationHmac } from "@sanu/rails";
import { reserveAllowance } from "../limits/allowance.ts";
import { monthlyLimitXof } from "../limits/monthly-limits.ts";
import { takeReceiver } from "../limits/receiver-use.ts";
import { createdRow } from "../projections/detail/projection.ts";
import type { CreateTransaction } from "../transaction/commands.ts";
import { transaction } from "../transaction/decide.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import type { TransactionRefusal } from "../transaction/refusals.ts";
import type { Transaction } from "../transaction/state.ts";
import { createAnswerText } from "./create-answer.ts";
import type { House } from "./house.ts";
import { findPersonKey, keepPersonKey, newPersonKey, personKeyConstraint } from "./person-key.ts";
import { keepPrivate, newPageToken } from "./private-row.ts";
import type { ReadOrder } from "./read-order.ts";

/** Two first orders of one person at once need one more try; more would be a fault. */
const personKeyTriesMax = 3;

/** An order that was read, by whom, and under which key. */
export interface PlacedOrder {
  readonly transactionId: TransactionId;
  readonly ask: RequestData<typeof CreateAsk>;
  readonly order: ReadOrder;
  readonly key: (IdempotencyScope & { readonly bodyHash: string }) | null;
  /** The person's key, `undefined` before the first order. */
  readonly personKey: Uint8Array | undefined;
}

export type PlacingResult = DeciderResult<Transaction, TransactionEvent, TransactionRefusal>;

/**
 * Prices and places an order in one commit: the events, the views, the key, the person's month, who pays and
 * who receives. Throws when the asker no longer waits: nothing may be written for an answer nobody gets.
 */
export async function placeOrder(
  house: House,
  placed: PlacedOrder,
  context: AskContext,
): Promise<PlacingResult> {
  const { accountId } = placed.ask;
  let { personKey } = placed;
  for (let attempt = 1; attempt <= personKeyTriesMax; attempt += 1) {
    assertAwaited(context);
    const result = await tryToPlace(house, { ...placed, personKey }, context);
    if (result.kind !== "constraint" || result.constraint !== personKeyConstraint) return result;
    personKey = await findPersonKey(house.database, accountId);
  }
  throw new Error(`The key of account ${accountId} is neither there nor free`);
}

function tryToPlace(
  house: House,
  placed: PlacedOrder,
  context: AskContext,
): Promise<PlacingResult> {
  const { accountId, commandId } = placed.ask;
  const personKey = placed.personKey ?? newPersonKey();
  return runDecider({
    store: assumingNew(house.store),
    decider: transaction,
    streamId: placed.transactionId,
    command: commandOf(house, placed, personKey),
    context: { ...context, causationId: commandId },
    writes: (events) => [
      ...events.flatMap((event) => writesOf(house, placed, event)),
      ...(placed.personKey === undefined ? [keepPersonKey(accountId, personKey)] : []),
    ],
  });
}

/** An order's stream is nearly always new; it is loaded only when the append says otherwise. */
function assumingNew<Event>(store: EventStore<Event>): EventStore<Event> {
  let isAssumed = true;
  return {
    append: store.append,
    load(streamId) {
      if (!isAssumed) return store.load(streamId);
      isAssumed = false;
      return Promise.resolve({ events: [], version: 0 });
    },
  };
}

function commandOf(house: House, placed: PlacedOrder, personKey: Uint8Array): CreateTransaction {
  const { ask, order, transactionId } = placed;
  const { receiver } = order;
  const at = house.clock.now();
  return {
    kind: "create",
    transactionId,
    reference: newReference("TXN_"),
    accountId: ask.accountId,
    transactionType: ask.transactionType,
    amountXof: ask.amountXof,
    rateXofPerBtc: house.prices.findRate(ask.transactionType),
    paymentId: newId(),
    paymentReference: newReference("PAY_"),
    channel: order.channel,
    payerHmac: destinationHmac(personKey, order.phone.e164),
    receiver: {
      kind: receiver.kind,
      hmac: destinationHmac(personKey, receiver.canonical),
      amountSats: receiver.amountSats,
      expiresAt: receiver.kind === "bolt11" ? receiver.expiresAt : null,
    },
    limitMonth: house.monthOf(at),
    terms: house.terms,
    at,
  };
}

/** Everything that commits with a new order. The key comes first: a copy is refused before it takes a limit. */
function writesOf(house: House, placed: PlacedOrder, event: TransactionEvent): Statement[] {
  if (event.type !== "TransactionCreated") return [];
  const { transactionId, accountId, limitMonth: month, amountXof } = event;
  const { order, key } = placed;
  const { receiver } = order;
  const limitXof = monthlyLimitXof(house.monthlyLimits);
  const pageToken = newPageToken();
  const keyWrites = key === null ? [] : [takeKey({ ...key, recordId: transactionId })];
  if (key !== null && house.linkWaitMs === 0) {
    const basis = { ...createdRow(event), receiver_given: order.receiverGiven };
    const answer = createAnswerText(basis, house.pageUrlOf(pageToken));
    keyWrites.push(freezeAnswer(transactionId, answer));
  }
  return [
    ...keyWrites,
    reserveAllowance({ accountId, month, amountXof, limitXof, openMax: house.openMax }),
    keepPrivate({ transactionId, accountId }, order, pageToken),
    ...(receiver.kind === "bolt11" ? [takeReceiver(receiver.paymentHash, transactionId)] : []),
  ];
}
