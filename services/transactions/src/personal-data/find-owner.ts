import type { AccountId, TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const ownText = "select 1 from transaction_list where transaction_id = $1 and account_id = $2";

/** Nobody decides about her own orders, nor about cases of them. */
export async function isOwnOrder(
  database: Pick<Database, "query">,
  transactionId: TransactionId | null,
  by: AccountId,
): Promise<boolean> {
  if (transactionId === null) return false;
  const rows = await database.query(CompiledQuery.raw(ownText, [transactionId, by]));
  return rows.length > 0;
}
