import type { PaymentId } from "@sanu/kernel";
import { columnAwaited, type Database, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

export const payerColumn = (database: Pick<Database, "query">) =>
  columnAwaited(database, "payment_private", "payer_number");

/** Beside the page on which it paid; none of an erased person is stored. */
export function updatePayer(paymentId: PaymentId, number: string): Statement {
  return CompiledQuery.raw("update payment_private set payer_number = $2 where payment_id = $1", [
    paymentId,
    number,
  ]);
}

/** Null where nobody named it, or its row is deleted. */
export async function findPayer(database: Database, paymentId: PaymentId): Promise<string | null> {
  const [row] = await database.lookUp<{ readonly number: string | null }>(
    CompiledQuery.raw(
      `select payer_number as "number" from payment_private where payment_id = $1`,
      [paymentId],
    ),
  );
  return row?.number ?? null;
}
