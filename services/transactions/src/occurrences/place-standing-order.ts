import type {
  CreateStandingOrder,
  OrderTrigger,
  RequestData,
  StandingOrderResponse,
} from "@sanu/contracts";
import type { Instant, StandingOrderId } from "@sanu/kernel";
import {
  destinationHmac,
  type IdempotencyScope,
  insertKey,
  type RequestContext,
  type Statement,
} from "@sanu/platform";
import type { ReadOrder } from "../orders/read-order.ts";
import {
  findPersonKey,
  insertPersonKey,
  newPersonKey,
  personKeyConstraint,
} from "../personal-data/person-key.ts";
import { insertStandingOrderPrivate } from "../personal-data/standing-order-private.ts";
import { placedRow } from "../projections/standing-orders/projection.ts";
import { viewOf } from "../projections/standing-orders/query.ts";
import type { PlaceStandingOrder } from "../standing-order/commands.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";
import { changeOrder } from "./change-order.ts";
import type { OccurrenceDeps } from "./deps.ts";
import { dueAfter } from "./next-due.ts";
import { reservePlace } from "./trigger-statements.ts";

/** Two first orders of one person at once need one more try; more would be a fault. */
const personKeyTriesMax = 3;

export interface StandingOrderToPlace {
  readonly orderId: StandingOrderId;
  readonly request: RequestData<typeof CreateStandingOrder>;
  readonly order: ReadOrder;
  readonly trigger: OrderTrigger;
  readonly key: (IdempotencyScope & { readonly bodyHash: string }) | null;
  readonly now: Instant;
}

/** Places an order in one commit: events, views, key, what it waits for, who pays and who receives. */
export async function placeStandingOrder(
  deps: OccurrenceDeps,
  toPlace: StandingOrderToPlace,
  context: RequestContext,
) {
  const { accountId } = toPlace.request;
  for (let attempt = 1; attempt <= personKeyTriesMax; attempt += 1) {
    const placed = await tryToPlace(deps, toPlace, context);
    if (placed.kind !== "constraint" || placed.constraint !== personKeyConstraint) return placed;
  }
  throw new Error(`The key of account ${accountId} is neither there nor new`);
}

async function tryToPlace(
  deps: OccurrenceDeps,
  toPlace: StandingOrderToPlace,
  context: RequestContext,
) {
  const { orderId, request } = toPlace;
  const known = await findPersonKey(deps.database, request.accountId);
  const personKey = known ?? newPersonKey();
  let responseJson = "";
  const result = await changeOrder(deps, {
    orderId,
    command: commandOf(deps, toPlace, personKey),
    context: { ...context, causationId: request.commandId },
    writes(events) {
      responseJson = responseOf(toPlace, events);
      const ofNew = known === undefined ? [insertPersonKey(request.accountId, personKey)] : [];
      return [...writesOf(deps, toPlace, responseJson), ...ofNew];
    },
  });
  return result.kind === "accepted" ? { ...result, responseJson } : result;
}

function commandOf(
  { timeZone }: OccurrenceDeps,
  { orderId, request, order, trigger, now }: StandingOrderToPlace,
  personKey: Uint8Array,
): PlaceStandingOrder {
  const { accountId, transactionType, amountXof, channel, until, ordersMax } = request;
  const { receiver, phone } = order;
  return {
    kind: "place",
    orderId,
    accountId,
    transactionType,
    amountXof,
    trigger,
    channel,
    numberHmac: destinationHmac(personKey, phone.e164),
    receiverHmac: receiver === null ? null : destinationHmac(personKey, receiver.canonical),
    until,
    ordersMax,
    nextDueAt: dueAfter(trigger, { after: now, lastDueAt: null }, timeZone),
    at: now,
  };
}

/** The place comes first: a copy of the request is refused by it, or by its key. */
function writesOf(
  { standingOrderTerms }: OccurrenceDeps,
  { orderId, request, order, key }: StandingOrderToPlace,
  response: string,
): readonly Statement[] {
  const { accountId } = request;
  const personal = { receiver: order.receiverGiven, number: order.phone.e164 };
  return [
    reservePlace(accountId, standingOrderTerms.openMax),
    ...(key === null ? [] : [insertKey({ ...key, recordId: orderId, response })]),
    insertStandingOrderPrivate({ orderId, accountId, ...personal }),
  ];
}

function responseOf(
  { order }: StandingOrderToPlace,
  events: readonly StandingOrderEvent[],
): string {
  const placed = events.find((event) => event.type === "StandingOrderPlaced");
  if (placed === undefined) throw new Error("Nothing was placed");
  const personal = { receiver: order.receiverGiven, number: order.phone.e164 };
  const view = viewOf({ ...placedRow(placed), ...personal });
  const response: StandingOrderResponse = { success: true, order: { ...view, occurrences: [] } };
  return JSON.stringify(response);
}
