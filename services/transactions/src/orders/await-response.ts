import type { TransactionId } from "@sanu/kernel";
import type { RequestContext } from "@sanu/platform";
import { createResponseText } from "./create-response.ts";
import type { OrderDeps } from "./deps.ts";
import { findOrder, type OrderProgress } from "./find-order.ts";
import { freezeOrderResponse } from "./freeze-order-response.ts";
import type { LinkWaiter } from "./link-waiters.ts";

export const responseLimits = {
  /** How long a copy waits for the response of the request it copies. */
  copyWaitMs: 10_000,
  /** Left of the client's time for building, freezing and sending the response. */
  marginMs: 250,
} as const;

/** The person was erased while somebody waited: nobody can be told who was to receive. */
export class OrderErasedError extends Error {
  override readonly name = "OrderErasedError";
}

/** Who waits: the request that placed the order, or a later copy of it. */
export interface AwaitedResponse {
  readonly transactionId: TransactionId;
  readonly isCopy: boolean;
  /** True when the order was placed just now: then nothing can be known of it that is not announced. */
  readonly isNew?: boolean;
  /** Entered before the order was placed, so that no announcement is missed. */
  readonly waiter: LinkWaiter;
}

/**
 * Waits for the provider's link and answers the order; when the wait ends without one, with our own page. The
 * response is frozen under the order's key by whoever comes first, and everybody gets the frozen one.
 * `undefined`: a copy's time is over and the first request is still waiting.
 */
export async function awaitResponse(
  deps: OrderDeps,
  { transactionId, isCopy, isNew = false, waiter }: AwaitedResponse,
  context: RequestContext,
): Promise<string | undefined> {
  const leftMs = context.remainingMs() - responseLimits.marginMs;
  const patienceMs = Math.min(leftMs, isCopy ? responseLimits.copyWaitMs : deps.linkWaitMs);
  const waitMs = Math.min(patienceMs, deps.linkWaitMs);
  const isToBeRead = !isNew || waitMs <= 0;
  let order = isToBeRead ? await getOrder(deps, transactionId) : undefined;
  if (order === undefined || (!isKnown(order) && waitMs > 0)) {
    const frozen = await waiter.wait(waitMs);
    if (frozen !== undefined) return frozen;
    order = await getOrder(deps, transactionId);
  }
  if (order.response !== null) return order.response;
  if (!isKnown(order) && isCopy && waitMs < deps.linkWaitMs) return undefined;
  return freeze(deps, order);
}

function isKnown(order: OrderProgress): boolean {
  return order.response !== null || order.is_settled;
}

async function freeze(deps: OrderDeps, order: OrderProgress): Promise<string> {
  const { transaction_id: transactionId } = order;
  const paymentUrl = order.payment_url ?? deps.pageUrlOf(order.page_token);
  const text = createResponseText(order, paymentUrl);
  if (!order.has_key) return text;
  const isOurs = (await deps.database.query(freezeOrderResponse(transactionId, text))).length > 0;
  deps.announce(transactionId);
  if (isOurs) return text;
  const frozen = await getOrder(deps, transactionId);
  return frozen.response ?? text;
}

async function getOrder(deps: OrderDeps, transactionId: TransactionId): Promise<OrderProgress> {
  const order = await findOrder(deps, transactionId);
  if (order === undefined) throw new OrderErasedError(`Order ${transactionId} is nobody's`);
  return order;
}
