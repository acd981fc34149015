import type { Instant, StandingOrderId, TransactionId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** From now on the end of this transaction is awaited for its order. */
export function insertAwaited(transactionId: TransactionId, orderId: StandingOrderId): Statement {
  return CompiledQuery.raw(
    "insert into standing_order_awaited (transaction_id, order_id) values ($1, $2)",
    [transactionId, orderId],
  );
}

/** In the commit that ends it: its order is told of it at once. No row is there where it came of no order. */
export function markEnded(transactionId: string): Statement {
  const text = `update standing_order_awaited set settle_after = '-infinity' where transaction_id = $1`;
  return CompiledQuery.raw(text, [transactionId]);
}

/** Its order could not be told, and is at that moment; the others are told meanwhile. */
export function settleAfter(transactionId: TransactionId, after: Instant): Statement {
  const text = "update standing_order_awaited set settle_after = $2 where transaction_id = $1";
  return CompiledQuery.raw(text, [transactionId, after]);
}

export function deleteAwaited(transactionId: TransactionId): Statement {
  const text = "delete from standing_order_awaited where transaction_id = $1";
  return CompiledQuery.raw(text, [transactionId]);
}

export interface EndedTransaction {
  readonly transactionId: TransactionId;
  readonly orderId: StandingOrderId;
  readonly isCompleted: boolean;
}

/** Its part of the index has the ended ones alone, so it reads no more rows than it returns, however many are open. As with `listDue`, the bound stands in the text. */
const endedText = (rowsMax: number) => `
select ended.transaction_id as "transactionId", ended.order_id as "orderId",
  list.status = 'COMPLETED' as "isCompleted"
from (
  select transaction_id, order_id from standing_order_awaited
  where settle_after <= $1 order by settle_after, transaction_id limit ${rowsMax}
) as ended join transaction_list as list using (transaction_id)`;

/** Transactions of standing orders that have ended and are to be told now, at most so many. */
export function listEnded(
  database: Pick<Database, "query">,
  now: Instant,
  rowsMax: number,
): Promise<readonly EndedTransaction[]> {
  return database.query<EndedTransaction>(CompiledQuery.raw(endedText(rowsMax), [now]));
}
