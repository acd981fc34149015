import type { RequestData, ResolveReview, TransactionStatus } from "@sanu/contracts";
import type { CommandId, Instant, TransactionId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/**
 * Keeps what somebody wrote when she ended a review; of an order whose account was closed to be erased, only that
 * the review ended, because nobody would erase her words again.
 */
export function insertResolution(
  request: RequestData<typeof ResolveReview>,
  at: Instant,
): Statement {
  return CompiledQuery.raw(
    `insert into review_resolutions
       (command_id, transaction_id, resolved_by, resolution, reason, resolved_at)
     values ($1, $2, $3, $4, case when exists (
       select from transaction_list join closed_accounts using (account_id)
       where transaction_id = $2) then '' else $5 end, $6)`,
    [
      request.commandId,
      request.transactionId,
      request.resolvedBy,
      request.resolution,
      request.reason,
      at,
    ],
  );
}

/** Whether this very command ended a review before. */
export async function wasResolvedBy(
  database: Pick<Database, "query">,
  commandId: CommandId,
): Promise<boolean> {
  const rows = await database.query(
    CompiledQuery.raw("select from review_resolutions where command_id = $1", [commandId]),
  );
  return rows.length > 0;
}

/** Where a transaction stands now; `undefined` where there is none. */
export async function findReviewStatus(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
): Promise<{ status: TransactionStatus; isInReview: boolean } | undefined> {
  const [row] = await database.query<{ status: TransactionStatus; isInReview: boolean }>(
    CompiledQuery.raw(
      `select status, is_in_review as "isInReview" from transaction_detail
       where transaction_id = $1`,
      [transactionId],
    ),
  );
  return row;
}
