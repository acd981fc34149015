import { CreateTransaction, idOf, type ReplyInput, type RequestData } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import {
  awaitKey,
  findKey,
  handleRequest,
  idempotencyConstraint,
  type RequestContext,
  type RequestHandler,
  refuse,
} from "@sanu/platform";
import { awaitResponse, OrderErasedError } from "../orders/await-response.ts";
import { type CommitResult, commitOrder } from "../orders/commit-order.ts";
import type { OrderDeps } from "../orders/deps.ts";
import { findKeys } from "../orders/find-keys.ts";
import { findOrder } from "../orders/find-order.ts";
import { type RefusedOrder, refusalOf } from "../orders/order-refusals.ts";
import { readNew } from "../orders/read-new-order.ts";
import { idempotencyScope } from "../personal-data/idempotency-scope.ts";

type Request = RequestData<typeof CreateTransaction>;
type Reply = ReplyInput<typeof CreateTransaction> | RefusedOrder;

/** Orders a transaction, once for each command and once for each idempotency key. */
export function createTransaction(deps: OrderDeps): RequestHandler {
  return handleRequest(CreateTransaction, async (request, context) => {
    try {
      return await create(deps, request, context);
    } catch (error) {
      if (error instanceof OrderErasedError) return refuse("account-deactivated");
      throw error;
    }
  });
}

async function create(deps: OrderDeps, request: Request, context: RequestContext): Promise<Reply> {
  const key = keyOf(request);
  const { used, personKey, quote } = await findKeys(deps.database, { ...request, key });
  if (used !== undefined) return replay(deps, { request, ...used }, context);
  const transactionId = transactionIdOf(request);
  const order = readNew(deps, { request, transactionId, quote });
  if ("refusal" in order) return refuseUnlessPlaced(deps, { request, refused: order }, context);

  const waiter = deps.waiters.enter(transactionId);
  try {
    const ordered = { transactionId, request, order, key, personKey, quote: quote ?? null };
    const { result, responseJson, placed } = await commitOrder(deps, ordered, context);
    if (isCopyOfKey(result)) return await replayOfKey(deps, request, context);
    const refused = await refusalOf(deps, request, result);
    if (refused !== undefined) return await refuseUnlessPlaced(deps, { request, refused }, context);
    const isNew = result.kind === "accepted";
    if (isNew && responseJson !== undefined) return { responseJson, replayed: false };
    if (isNew && placed !== undefined) waiter.place(placed);
    const awaited = { transactionId, isCopy: false, isNew, waiter };
    const response = await awaitResponse(deps, awaited, context);
    return response === undefined
      ? refuse("idempotency-in-progress")
      : { responseJson: response, replayed: false };
  } finally {
    waiter.leave();
  }
}

/** The same order under its own key, or the gateway's first try of this command, may have been placed: then that one has the word. */
async function refuseUnlessPlaced(
  deps: OrderDeps,
  { request, refused }: { readonly request: Request; readonly refused: RefusedOrder },
  context: RequestContext,
): Promise<Reply> {
  const key = keyOf(request);
  if (key === null) return (await answerOfFirstTry(deps, request, context)) ?? refused;
  const used = await awaitKey(deps.database, key);
  return used === undefined ? refused : replay(deps, { request, ...used }, context);
}

/** `undefined` where nothing was placed by this command. */
async function answerOfFirstTry(
  deps: OrderDeps,
  request: Request,
  context: RequestContext,
): Promise<Reply | undefined> {
  const transactionId = transactionIdOf(request);
  const placed = await findOrder(deps, transactionId);
  if (placed?.account_id !== request.accountId) return undefined;
  const waiter = deps.waiters.enter(transactionId);
  try {
    const response = await awaitResponse(deps, { transactionId, isCopy: false, waiter }, context);
    return response === undefined ? undefined : { responseJson: response, replayed: false };
  } finally {
    waiter.leave();
  }
}

function keyOf({ accountId, idempotency }: Request) {
  if (idempotency === null) return null;
  const { key, bodyHash } = idempotency;
  return { ...idempotencyScope("order", accountId, key), bodyHash };
}

/** The same command again is the same transaction. */
function transactionIdOf({ commandId }: Request): TransactionId {
  return idOf<TransactionId>().parse(commandId);
}

function isCopyOfKey(result: CommitResult): boolean {
  return result.kind === "constraint" && result.constraint === idempotencyConstraint;
}

/** A parallel copy was faster: by now its key is committed. */
async function replayOfKey(
  deps: OrderDeps,
  request: Request,
  context: RequestContext,
): Promise<Reply> {
  const key = keyOf(request);
  const used = key === null ? undefined : await findKey(deps.database, key);
  if (used === undefined) throw new Error("An idempotency key is in use and is not there");
  return replay(deps, { request, ...used }, context);
}

async function replay(
  deps: OrderDeps,
  of: {
    readonly request: Request;
    readonly bodyHash: string;
    readonly recordId: string;
    readonly response: string | null;
  },
  context: RequestContext,
): Promise<Reply> {
  if (of.bodyHash !== of.request.idempotency?.bodyHash) return refuse("idempotency-key-reused");
  // The gateway's own retry is no replay for its client, who never saw the first response.
  const replayed = of.recordId !== of.request.commandId;
  if (of.response !== null) return { responseJson: of.response, replayed };
  const transactionId = idOf<TransactionId>().parse(of.recordId);
  const waiter = deps.waiters.enter(transactionId);
  try {
    const response = await awaitResponse(deps, { transactionId, isCopy: true, waiter }, context);
    if (response === undefined) return refuse("idempotency-in-progress");
    return { responseJson: response, replayed };
  } finally {
    waiter.leave();
  }
}
