import { ListSalesToNumber } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { type Attempt, contextOfAttempt } from "@sanu/platform";
import type { DisbursementDeps } from "./deps.ts";
import { countTakenAmong } from "./taken-payouts.ts";

const askLimits = { requestTimeoutMs: 3_000 } as const;

/**
 * Whether a provider that bears so many payouts to a number in a day has, or may have, taken them for it, whatever accounts sold. The
 * switch counts by the name that the account of the order has for the number. Where nobody says, it is for the provider to refuse.
 */
export async function isNumberUsedUp(
  deps: Pick<DisbursementDeps, "rail" | "database" | "request">,
  attempt: Attempt,
  transactionId: TransactionId,
): Promise<boolean> {
  const { rail, database, request } = deps;
  const most = rail.limits?.payoutsPerNumberAndDay;
  if (most === undefined) return false;
  const options = { context: contextOfAttempt(attempt), timeoutMs: askLimits.requestTimeoutMs };
  const reply = await request(ListSalesToNumber, { transactionId }, options);
  if (reply.kind !== "replied" || reply.data.payoutIds.length === 0) return false;
  return (await countTakenAmong(database, reply.data.payoutIds, rail.provider)) >= most;
}
