import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Whether a payment takes the sats of a sale; false for a purchase and for a payment that nobody knows. */
export async function isSale(database: Database, paymentId: string): Promise<boolean> {
  const text = "select 1 from attempts where subject_id = $1 and kind = 'invoice' limit 1";
  return (await database.query(CompiledQuery.raw(text, [paymentId]))).length > 0;
}
