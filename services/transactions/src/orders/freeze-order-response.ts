import type { TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const freezeText = `
with person as materialized (
  select 1 from transaction_private where transaction_id = $1 for key share)
update idempotency_keys set response = $2
where record_id = $1 and response is null and exists (select from person)
returning record_id`;

/**
 * Freezes the response of an order's key, unless it was frozen before. Returns one row where this response is now the frozen
 * one, else none. An erasure deletes the person first and the responses behind that: either it waits for us and deletes
 * what we wrote, or we wait for it and find nobody to write about.
 */
export function freezeOrderResponse(transactionId: TransactionId, response: string): Statement {
  return CompiledQuery.raw(freezeText, [transactionId, response]);
}
