import type { TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const destinationText = `
select private.receiver, private.number, keys.key
from transaction_private as private join person_keys as keys using (account_id)
where transaction_id = $1`;

/** Where money comes from and goes to, and the person's key; `undefined` where it is unknown or erased. */
export async function findDestinations(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
): Promise<{ receiver: string; number: string; key: Uint8Array } | undefined> {
  const [row] = await database.query<{ receiver: string; number: string; key: Uint8Array }>(
    CompiledQuery.raw(destinationText, [transactionId]),
  );
  return row;
}
