import { attemptKey } from "@sanu/attempts";
import {
  type BookedQueries,
  type Database,
  findAttempt,
  type StatedByStatus,
  type StatementSource,
  statementByStatus,
  unsettledAs,
} from "@sanu/platform";
import type { CollectionRail, CollectionStatus, RefundStatus } from "@sanu/rails";
import { CompiledQuery } from "kysely";

type Movement = Parameters<Parameters<typeof statementByStatus>[0]["ask"]>[0];

/** What went in and back, asked for order by order, where the provider states nothing. */
export function collectionsByStatus(
  database: Database,
  booked: BookedQueries,
  rail: CollectionRail,
): StatementSource & { readonly close: () => Promise<void> } {
  const { provider, close } = rail;
  const ask = async (movement: Movement): Promise<StatedByStatus> => {
    const isRefund = movement.kind === "refund";
    const key = isRefund ? movement.matchId : await keyOfReceipt(database, movement);
    const attempt = await findAttempt(database, key);
    const query = { key, providerReference: attempt?.providerReference ?? null };
    return isRefund
      ? refundOf(await rail.refundStatus(query), movement)
      : receiptOf(await rail.status(query), movement);
  };
  return { ...statementByStatus({ provider, database, booked, ask }), close };
}

/** Behind a fail-over it is not the payment's first attempt that was paid. */
async function keyOfReceipt(database: Database, { subjectId, matchId }: Movement): Promise<string> {
  const text = `select attempt_id::text as key from attempts join events on stream_id = subject_id
      cross join lateral (select coalesce(nullif(data->'receipt', 'null'), data) as receipt) as of_money
    where subject_id = $1 and kind = 'collection' and receipt->>'receiptReference' = $2
      and attempt_number = coalesce((receipt->>'attemptNumber')::int, 1) limit 1`;
  const [row] = await database.query<{ key: string }>(
    CompiledQuery.raw(text, [subjectId, matchId]),
  );
  return row?.key ?? attemptKey("collection", subjectId, 1);
}

function receiptOf(status: CollectionStatus, { matchId, ...booked }: Movement): StatedByStatus {
  if (status.kind !== "completed" && status.kind !== "reversed") return unsettledAs(status, booked);
  const isIt = ({ receiptReference }: { readonly receiptReference: string }) =>
    receiptReference === matchId;
  const stands = status.receipts.find(isIt);
  const back = status.kind === "reversed" ? status.reversals.find(isIt) : undefined;
  const receipt = stands ?? back;
  if (receipt === undefined) return { kind: "not-known" };
  const state = stands === undefined ? "reversed" : "settled";
  return { kind: "known", amount: receipt.amountXof, fee: 0n, state };
}

/** What a refund cost stands in no status. */
function refundOf(status: RefundStatus, booked: Movement): StatedByStatus {
  if (status.kind !== "settled" && status.kind !== "reversed") return unsettledAs(status, booked);
  return { kind: "known", amount: status.amountXof, fee: booked.fee, state: status.kind };
}
