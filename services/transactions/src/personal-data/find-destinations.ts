import type { TransactionType } from "@sanu/contracts";
import type { Instant, TransactionId, Xof } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { TransactionPrivateTable } from "./private-row.ts";

const destinationText = `
select detail.transaction_type as "transactionType", private.receiver, private.number,
  private.refund_invoice as "refundInvoice", keys.key
from transaction_private as private join person_keys as keys using (account_id)
join transaction_detail as detail using (transaction_id)
where transaction_id = $1`;

/** An open order has both rows, and nobody erases them while it is open: without one they were lost. */
const lostText = `
select detail.amount_xof as "amountXof", detail.created_at as since
from transaction_detail as detail
left join transaction_private as private using (transaction_id)
left join person_keys as keys on keys.account_id = detail.account_id
where transaction_id = $1 and detail.status in ('PENDING', 'PROCESSING')
  and (private.transaction_id is null or keys.account_id is null)`;

export interface LostOrder {
  readonly amountXof: Xof;
  readonly since: Instant;
}

/** An open order whose private rows are missing; `undefined` where it has them, or needs none any more. */
export async function findLostOrder(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
): Promise<LostOrder | undefined> {
  const [row] = await database.query<LostOrder>(CompiledQuery.raw(lostText, [transactionId]));
  return row;
}

export interface Destinations extends Pick<TransactionPrivateTable, "receiver" | "number"> {
  readonly transactionType: TransactionType;
  readonly refundInvoice: string | null;
  /** The person's key. */
  readonly key: Uint8Array;
}

/** Where money comes from and goes to, and the person's key; `undefined` where it is unknown or erased. */
export async function findDestinations(
  database: Pick<Database, "lookUp">,
  transactionId: TransactionId,
): Promise<Destinations | undefined> {
  const [row] = await database.lookUp<Destinations>(
    CompiledQuery.raw(destinationText, [transactionId]),
  );
  return row;
}
