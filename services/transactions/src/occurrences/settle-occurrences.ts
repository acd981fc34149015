import type { Instant } from "@sanu/kernel";
import { changeOrder } from "./change-order.ts";
import type { OccurrenceDeps } from "./deps.ts";
import { deleteAwaited, type EndedTransaction, listEnded } from "./trigger-statements.ts";

/** Tells orders how their transactions ended, each once; returns how many. What failed in a row ends its order. */
export async function settleOccurrences(
  deps: OccurrenceDeps,
  now: Instant,
  rowsMax: number,
): Promise<number> {
  const ended = await listEnded(deps.database, rowsMax);
  for (const each of ended) await settle(deps, each, now);
  return ended.length;
}

async function settle(
  deps: OccurrenceDeps,
  { orderId, transactionId, isCompleted }: EndedTransaction,
  at: Instant,
): Promise<void> {
  const { failuresMax } = deps.standingOrderTerms;
  const forgotten = deleteAwaited(transactionId);
  const result = await changeOrder(deps, {
    orderId,
    command: { kind: "settle", transactionId, isCompleted, failuresMax, at },
    writes: () => [forgotten],
  });
  // Another replica was faster, and took the row away.
  if (result.kind === "nothing-new") await deps.database.query(forgotten);
}
