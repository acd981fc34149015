import type { CreateTransaction, RequestData } from "@sanu/contracts";
import { type CommandId, fold, newId } from "@sanu/kernel";
import { destinationHmac, type LoadedStream, type RequestContext } from "@sanu/platform";
import { type CommitResult, commitOrder } from "../orders/commit-order.ts";
import { type RefusedOrder, refusalOf } from "../orders/order-refusals.ts";
import { readNew } from "../orders/read-new-order.ts";
import type { ReadOrder } from "../orders/read-order.ts";
import { findPersonKey } from "../personal-data/person-key.ts";
import { findStandingOrderPrivate } from "../personal-data/standing-order-private.ts";
import type { TrustedRate } from "../rates/prices.ts";
import { standingOrder } from "../standing-order/decide.ts";
import type { StandingOrderEvent } from "../standing-order/events.ts";
import type { ExistingStandingOrder } from "../standing-order/state.ts";
import type { EventOf } from "../transaction/events.ts";
import { insertAwaited } from "./awaited-statements.ts";
import type { OccurrenceDeps } from "./deps.ts";
import { dueBehind } from "./next-due.ts";
import { transactionIdOf } from "./occurrence-keys.ts";
import { writeTrigger } from "./trigger-statements.ts";

const orderingLimits = { withinMs: 10_000 } as const;

/** Where the money would go, or come from, is not what was placed: somebody changed a row. */
class DestinationChangedError extends Error {
  override readonly name = "DestinationChangedError";
}

/** Somebody else changed the order while this one was about to commit: nothing was written. */
class OvertakenError extends Error {
  override readonly name = "OvertakenError";
}

export interface DueOrder {
  readonly state: ExistingStandingOrder;
  readonly loaded: LoadedStream<StandingOrderEvent>;
  /** The rate that the order was found by; it is dealt at this one. */
  readonly trusted: TrustedRate | undefined;
}

/** `erased`: nobody is there to order for. `overtaken`: whoever was faster has the word. */
export type Ordering =
  | { readonly kind: "ordered" }
  | { readonly kind: "erased" }
  | { readonly kind: "overtaken" }
  | { readonly kind: "refused"; readonly refusal: RefusedOrder["refusal"] };

/**
 * Orders for one occurrence on the way of any other order. The transaction comes to exist in the very commit that says that the
 * occurrence ordered it: a kill, a copy or another replica leaves both or neither.
 */
export async function orderOccurrence(deps: OccurrenceDeps, due: DueOrder): Promise<Ordering> {
  const { state } = due;
  const { orderId, accountId } = state;
  const [personal, personKey] = await Promise.all([
    findStandingOrderPrivate(deps.database, orderId),
    findPersonKey(deps.database, accountId),
  ]);
  if (personal === undefined || personKey === undefined) return { kind: "erased" };
  const request = requestOf(state, personal);
  const transactionId = transactionIdOf(orderId, state.occurrence);
  const pricedDeps = { ...deps, prices: { findTrusted: () => due.trusted } };
  const order = readNew(pricedDeps, { request, transactionId, quote: undefined });
  if ("refusal" in order) return { kind: "refused", refusal: order.refusal };
  assertSame(state, order, personKey);
  const placed = { transactionId, request, order, key: null, quote: null, personKey };
  const context = contextOf(state);
  const beside = besideOf(deps, due, context);
  const result = await commit(() => commitOrder(pricedDeps, { ...placed, beside }, context));
  if (result === "overtaken") return { kind: "overtaken" };
  const refused = await refusalOf(pricedDeps, request, result);
  if (refused !== undefined) return { kind: "refused", refusal: refused.refusal };
  if (result.kind === "accepted") return { kind: "ordered" };
  await assertKnown(deps, due);
  return { kind: "overtaken" };
}

/** Both commit together: where the transaction is there, its order has gone on. Throws where it has not. */
async function assertKnown(deps: OccurrenceDeps, { state, loaded }: DueOrder): Promise<void> {
  const { version } = await deps.standingOrders.load(state.orderId);
  if (version > loaded.version) return;
  throw new Error(`Order ${state.orderId} does not know its occurrence ${state.occurrence}`);
}

async function commit(
  run: () => ReturnType<typeof commitOrder>,
): Promise<CommitResult | "overtaken"> {
  try {
    return (await run()).result;
  } catch (error) {
    if (error instanceof OvertakenError) return "overtaken";
    throw error;
  }
}

/** The order's own events, which make the commit a conflict where it is not as it was loaded. */
function besideOf(deps: OccurrenceDeps, { state, loaded }: DueOrder, context: RequestContext) {
  let tries = 0;
  return (created: EventOf<"TransactionCreated">) => {
    tries += 1;
    // Only a conflict brings the commit here again, and what was loaded is no news by now.
    if (tries > 1) throw new OvertakenError(`Order ${state.orderId} has changed`);
    const { transactionId, expiresAt: payUntil, createdAt: at } = created;
    const { windowMs, failuresMax } = deps.standingOrderTerms;
    const decision = standingOrder.decide(state, {
      kind: "occur",
      occurrence: state.occurrence,
      outcome: { kind: "ordered", transactionId, payUntil },
      nextDueAt: dueBehind(state.trigger, { dueAt: state.dueAt, now: at, windowMs }, deps.timeZone),
      failuresMax,
      at,
    });
    if (decision.kind !== "accepted") throw new OvertakenError(`Order ${state.orderId} is not due`);
    const { events } = decision;
    return deps.standingOrders.statementsOf({
      streamId: state.orderId,
      loaded,
      events,
      context,
      writes: [
        writeTrigger(fold(standingOrder, events, state)),
        insertAwaited(transactionId, state.orderId),
      ],
    });
  };
}

function requestOf(
  state: ExistingStandingOrder,
  { receiver, number }: { readonly receiver: string; readonly number: string },
): RequestData<typeof CreateTransaction> {
  const { accountId, transactionType, amountXof, channel, receiverHmac } = state;
  const transactionId: string = transactionIdOf(state.orderId, state.occurrence);
  return {
    commandId: transactionId as CommandId,
    accountId,
    transactionType,
    amountXof,
    // What named no place when it was read with her country, as a number of her own does, names none without.
    receiver: receiverHmac === null ? "" : receiver,
    number,
    country: null,
    channel,
    quoteId: null,
    idempotency: null,
    clientReference: null,
    keyId: null,
  };
}

/** Throws where a row says something else than the log. */
function assertSame(
  { orderId, numberHmac, receiverHmac }: ExistingStandingOrder,
  { phone, receiver }: ReadOrder,
  personKey: Uint8Array,
): void {
  const ofReceiver = receiver === null ? null : destinationHmac(personKey, receiver.canonical);
  if (destinationHmac(personKey, phone.e164) !== numberHmac || ofReceiver !== receiverHmac) {
    throw new DestinationChangedError(`Order ${orderId} is to pay where nobody ordered it to`);
  }
}

function contextOf({ orderId }: ExistingStandingOrder): RequestContext {
  const startedAt = performance.now();
  return {
    correlationId: newId<string>(),
    causationId: orderId,
    remainingMs: () => orderingLimits.withinMs - (performance.now() - startedAt),
  };
}
