import type { AccountId, TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const tokenText = `
select private.page_token as "pageToken"
from transaction_list as list join transaction_private as private using (transaction_id)
where transaction_id = $1 and list.account_id = $2 and list.status = 'PENDING'`;

/** What opens the page of a transaction that waits for its money; `undefined` where it is somebody else's. */
export async function findPendingPage(
  database: Pick<Database, "query">,
  of: { readonly transactionId: TransactionId; readonly accountId: AccountId },
): Promise<string | undefined> {
  const statement = CompiledQuery.raw(tokenText, [of.transactionId, of.accountId]);
  const [row] = await database.query<{ pageToken: string }>(statement);
  return row?.pageToken;
}
