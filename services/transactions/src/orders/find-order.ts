import type { TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { referenceColumn } from "../personal-data/client-order.ts";
import type { TransactionPrivateTable } from "../personal-data/private-row.ts";
import type { ResponseBasis } from "./create-response.ts";

/** How far the response to an order has come. */
export interface OrderProgress
  extends ResponseBasis,
    Pick<TransactionPrivateTable, "payment_url" | "page_token"> {
  /** The response under the order's idempotency key once it is frozen; null also where there is no key. */
  readonly response: string | null;
  readonly has_key: boolean;
  /** True once waiting for the link makes no sense any more. */
  readonly is_settled: boolean;
}

const isSettled = "(private.linked_at is not null or detail.status <> 'PENDING')";

const orderText = `
select detail.transaction_id, detail.transaction_type, detail.amount_xof, detail.amount_sats,
  detail.rate_xof_per_btc, detail.account_id, detail.payment_id, detail.reference, detail.created_at,
  detail.channel, private.receiver_given, private.payment_url, private.invoice, private.page_token,
  keys.response, keys.record_id is not null as has_key, ${isSettled} as is_settled,
  ${referenceColumn("detail")}
from transaction_detail as detail join transaction_private as private using (transaction_id)
left join idempotency_keys as keys on keys.record_id = detail.transaction_id
where transaction_id = $1`;

/** Reads an order with whatever its response needs; `undefined` where it is unknown or erased. */
export async function findOrder(
  { database }: { readonly database: Pick<Database, "lookUp"> },
  transactionId: TransactionId,
): Promise<OrderProgress | undefined> {
  const [row] = await database.lookUp<OrderProgress>(CompiledQuery.raw(orderText, [transactionId]));
  return row;
}

const settledText = `
select transaction_id as id
from transaction_detail as detail join transaction_private as private using (transaction_id)
where transaction_id = any($1::uuid[]) and (${isSettled} or exists (
  select from idempotency_keys where record_id = transaction_id and response is not null))`;

/** Which of these orders nobody needs to wait for any more, in no order. */
export async function listSettled(
  database: Pick<Database, "query">,
  transactionIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    CompiledQuery.raw(settledText, [transactionIds]),
  );
  return rows.map((row) => row.id);
}
