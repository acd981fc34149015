import type { TransactionId } from "@sanu/kernel";
import type { RequestContext } from "@sanu/platform";
import { createAnswerText } from "./create-answer.ts";
import type { OrderDeps } from "./deps.ts";
import { freezeOrderAnswer } from "./freeze-order-answer.ts";
import type { LinkWaiter } from "./link-waiters.ts";
import { type Creation, findCreation } from "./find-order.ts";

export const answerLimits = {
  /** How long a copy waits for the answer of the request it copies. */
  copyWaitMs: 10_000,
  /** Left of the client's time for building, freezing and sending the answer. */
  marginMs: 250,
} as const;

/** The person was erased while somebody waited: nobody can be told who was to receive. */
export class OrderErasedError extends Error {
  override readonly name = "OrderErasedError";
}

/** Who waits: the request that placed the order, or a later copy of it. */
export interface AwaitedAnswer {
  readonly transactionId: TransactionId;
  readonly isCopy: boolean;
  /** True when the order was placed just now: then nothing can be known of it that is not announced. */
  readonly isNew?: boolean;
  /** Entered before the order was placed, so that no announcement is missed. */
  readonly waiter: LinkWaiter;
}

/**
 * Waits for the provider's link and answers the order; when the wait ends without one, with our own page. The
 * answer is frozen under the order's key by whoever comes first, and everybody gets the frozen one.
 * `undefined`: a copy's time is over and the first request is still waiting.
 */
export async function awaitAnswer(
  deps: OrderDeps,
  { transactionId, isCopy, isNew = false, waiter }: AwaitedAnswer,
  context: RequestContext,
): Promise<string | undefined> {
  const leftMs = context.remainingMs() - answerLimits.marginMs;
  const patienceMs = Math.min(leftMs, isCopy ? answerLimits.copyWaitMs : deps.linkWaitMs);
  const waitMs = Math.min(patienceMs, deps.linkWaitMs);
  const isToBeRead = !isNew || waitMs <= 0;
  let creation = isToBeRead ? await getCreation(deps, transactionId) : undefined;
  if (creation === undefined || (!isKnown(creation) && waitMs > 0)) {
    await waiter.wait(waitMs);
    creation = await getCreation(deps, transactionId);
  }
  if (creation.answer !== null) return creation.answer;
  if (!isKnown(creation) && isCopy && waitMs < deps.linkWaitMs) return undefined;
  return freeze(deps, creation);
}

function isKnown(creation: Creation): boolean {
  return creation.answer !== null || creation.is_settled;
}

async function freeze(deps: OrderDeps, creation: Creation): Promise<string> {
  const { transaction_id: transactionId } = creation;
  const paymentUrl = creation.payment_url ?? deps.pageUrlOf(creation.page_token);
  const text = createAnswerText(creation, paymentUrl);
  if (!creation.has_key) return text;
  const isOurs = (await deps.database.query(freezeOrderAnswer(transactionId, text))).length > 0;
  deps.announce(transactionId);
  if (isOurs) return text;
  const frozen = await getCreation(deps, transactionId);
  return frozen.answer ?? text;
}

async function getCreation(deps: OrderDeps, transactionId: TransactionId): Promise<Creation> {
  const creation = await findCreation(deps.database, transactionId);
  if (creation === undefined) throw new OrderErasedError(`Order ${transactionId} is nobody's`);
  return creation;
}
