import {
  CreateTransaction,
  idOf,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
} from "@sanu/contracts";
import { type TransactionId, unreachable } from "@sanu/kernel";
import {
  type Answerer,
  type AskContext,
  answers,
  findKey,
  type HandlerRefusal,
  idempotencyConstraint,
  refuse,
} from "@sanu/platform";
import { awaitAnswer } from "../creation/await-answer.ts";
import type { House } from "../creation/house.ts";
import { findPersonKey } from "../creation/person-key.ts";
import { type PlacingResult, placeOrder } from "../creation/place-order.ts";
import { readOrder } from "../creation/read-order.ts";
import { allowanceConstraints } from "../limits/allowance.ts";
import { receiverUseConstraint } from "../limits/receiver-use.ts";

type Ask = RequestData<typeof CreateTransaction>;
type Refused = HandlerRefusal<RefusalCode<typeof CreateTransaction>>;
type Answer = ReplyInput<typeof CreateTransaction> | Refused;

const path = "POST /api/v1/transactions/create";

/** Orders a transaction, once for each command and once for each idempotency key. */
export function createTransaction(house: House): Answerer {
  return answers(CreateTransaction, (ask, context) => create(house, ask, context));
}

async function create(house: House, ask: Ask, context: AskContext): Promise<Answer> {
  const key = keyOf(ask);
  const [taken, personKey] = await Promise.all([
    key === null ? undefined : findKey(house.database, key),
    findPersonKey(house.database, ask.accountId),
  ]);
  if (key !== null && taken !== undefined) return replay(house, { ask, ...taken }, context);
  // The way of a sale, in and out, comes with its rails; until then nothing in it can be read.
  if (ask.transactionType === "SELL_BITCOIN") return refuse("provider-unavailable");
  const order = readOrder(ask, house.network);
  if (order.kind === "broken") return refuse("validation-failed", undefined, order.fields);
  if (order.kind === "channel-not-available") return refuse("provider-not-available-for-number");

  const transactionId = transactionIdOf(ask);
  const waiter = house.waiters.enter(transactionId);
  try {
    const placed = { transactionId, ask, order, key, personKey };
    const result = await placeOrder(house, placed, context);
    if (isCopyOfKey(result)) return await replayOfKey(house, ask, context);
    const refusal = refusalOf(house, result);
    if (refusal !== undefined) return refusal;
    const isNew = result.kind === "accepted";
    const awaited = { transactionId, isCopy: false, isNew, waiter };
    const answer = await awaitAnswer(house, awaited, context);
    return answer === undefined
      ? refuse("idempotency-in-progress")
      : { answerJson: answer, replayed: false };
  } finally {
    waiter.leave();
  }
}

function keyOf({ accountId, idempotency }: Ask) {
  return idempotency === null ? null : { scope: `${accountId} ${path}`, ...idempotency };
}

/** The same command again is the same transaction. */
function transactionIdOf({ commandId }: Ask): TransactionId {
  return idOf<TransactionId>().parse(commandId);
}

function isCopyOfKey(result: PlacingResult): boolean {
  return result.kind === "constraint" && result.constraint === idempotencyConstraint;
}

/** A parallel copy was faster: by now its key is committed. */
async function replayOfKey(house: House, ask: Ask, context: AskContext): Promise<Answer> {
  const key = keyOf(ask);
  const taken = key === null ? undefined : await findKey(house.database, key);
  if (taken === undefined) throw new Error("An idempotency key was taken and is not there");
  return replay(house, { ask, ...taken }, context);
}

async function replay(
  house: House,
  of: {
    readonly ask: Ask;
    readonly bodyHash: string;
    readonly recordId: string;
    readonly answer: string | null;
  },
  context: AskContext,
): Promise<Answer> {
  if (of.bodyHash !== of.ask.idempotency?.bodyHash) return refuse("idempotency-key-reused");
  // The gateway's own retry is no replay for its client, who never saw the first answer.
  const replayed = of.recordId !== of.ask.commandId;
  if (of.answer !== null) return { answerJson: of.answer, replayed };
  const transactionId = idOf<TransactionId>().parse(of.recordId);
  const waiter = house.waiters.enter(transactionId);
  try {
    const answer = await awaitAnswer(house, { transactionId, isCopy: true, waiter }, context);
    if (answer === undefined) return refuse("idempotency-in-progress");
    return { answerJson: answer, replayed };
  } finally {
    waiter.leave();
  }
}

/** `undefined` where the order stands: placed now, or by the same command before. */
function refusalOf(house: House, result: PlacingResult): Refused | undefined {
  switch (result.kind) {
    case "accepted":
    case "nothing-new":
      return undefined;
    case "constraint":
      return refusalOfGuard(house, result.constraint);
    case "refused": {
      const { code, params } = result.refusal;
      if (code === "unknown-transaction" || code === "unknown-payment" || code === "unknown-payout")
        throw new Error(`An order cannot be refused with ${code}`);
      return refuse(code, params);
    }
    default:
      return unreachable(result);
  }
}

function refusalOfGuard(house: House, constraint: string): Refused {
  switch (constraint) {
    case allowanceConstraints.monthlyLimit:
      return refuse("limit-exceeded");
    case allowanceConstraints.openTransactions:
      return refuse("too-many-open-transactions", { openMax: `${house.openMax}` });
    case receiverUseConstraint:
      return refuse("receiver-already-used");
    default:
      throw new Error(`The order broke the constraint ${constraint}`);
  }
}
