import { type Instant, plusMs } from "@sanu/kernel";
import { GateClosedError, type Logger } from "@sanu/platform";
import {
  deleteAwaited,
  type EndedTransaction,
  listEnded,
  settleAfter,
} from "./awaited-statements.ts";
import { changeOrder } from "./change-order.ts";
import type { OccurrenceDeps } from "./deps.ts";

export interface SettleDeps extends OccurrenceDeps {
  readonly logger: Logger;
}

/** Tells orders how their transactions ended, each once; returns how many. What failed in a row ends its order. */
export async function settleOccurrences(
  deps: SettleDeps,
  now: Instant,
  rowsMax: number,
): Promise<number> {
  const ended = await listEnded(deps.database, now, rowsMax);
  for (const each of ended) await settleAlone(deps, each, now);
  return ended.length;
}

/** What goes wrong with one order holds up no other one: it is told later. */
async function settleAlone(deps: SettleDeps, ended: EndedTransaction, now: Instant): Promise<void> {
  try {
    await settle(deps, ended, now);
  } catch (error) {
    if (error instanceof GateClosedError) throw error;
    const { orderId, transactionId } = ended;
    deps.logger.error({ error, orderId }, "a standing order could not be told how it ended");
    const later = plusMs(now, deps.standingOrderTerms.retryMs);
    await deps.database.query(settleAfter(transactionId, later));
  }
}

async function settle(
  deps: SettleDeps,
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
  // Nobody knows the order that it is awaited for.
  if (result.kind === "refused")
    throw new Error(`${orderId} cannot be told: ${result.refusal.code}`);
}
