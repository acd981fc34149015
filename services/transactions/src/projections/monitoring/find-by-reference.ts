import type { TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The transaction of one of our references, whichever of the three it is. Each has an index. */
const text = `
select transaction_id from transaction_monitoring where reference = $1
union select transaction_id from transaction_monitoring where payment_reference = $1
union select transaction_id from transaction_monitoring where payout_reference = $1`;

export async function findByReference(
  database: Pick<Database, "query">,
  reference: string,
): Promise<TransactionId | undefined> {
  const [row] = await database.query<{ transaction_id: TransactionId }>(
    CompiledQuery.raw(text, [reference]),
  );
  return row?.transaction_id;
}
