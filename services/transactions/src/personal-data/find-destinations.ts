import type { TransactionType } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { TransactionPrivateTable } from "./private-row.ts";

const destinationText = `
select detail.transaction_type as "transactionType", private.receiver, private.number,
  private.refund_invoice as "refundInvoice", keys.key
from transaction_private as private join person_keys as keys using (account_id)
join transaction_detail as detail using (transaction_id)
where transaction_id = $1`;

export interface Destinations extends Pick<TransactionPrivateTable, "receiver" | "number"> {
  readonly transactionType: TransactionType;
  readonly refundInvoice: string | null;
  /** The person's key. */
  readonly key: Uint8Array;
}

/** Where money comes from and goes to, and the person's key; `undefined` where it is unknown or erased. */
export async function findDestinations(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
): Promise<Destinations | undefined> {
  const [row] = await database.query<Destinations>(
    CompiledQuery.raw(destinationText, [transactionId]),
  );
  return row;
}
