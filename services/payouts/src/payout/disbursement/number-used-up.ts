import { ListSalesToNumber } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { type Attempt, contextOfAttempt } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { DisbursementDeps } from "./deps.ts";

const askLimits = { requestTimeoutMs: 3_000 } as const;

const takenText = `
select count(*)::int as taken from attempts
where subject_id = any($1::uuid[]) and kind = 'disbursement' and state <> 'rejected' and called_at is not null
  and created_at > now() - interval '24 hours' and coalesce(to_jsonb(attempts) ->> 'provider', $2) = $3`;

/**
 * Whether a provider that bears so many payouts to a number in a day has, or may have, taken them for it, whatever accounts sold. The
 * switch counts by the name that the account of the order has for the number. Where nobody says, it is for the provider to refuse.
 */
export async function isNumberUsedUp(
  {
    rail,
    rails,
    database,
    request,
  }: Pick<DisbursementDeps, "rail" | "rails" | "database" | "request">,
  attempt: Attempt,
  transactionId: TransactionId,
): Promise<boolean> {
  const most = rail.limits?.payoutsPerNumberAndDay;
  if (most === undefined) return false;
  const options = { context: contextOfAttempt(attempt), timeoutMs: askLimits.requestTimeoutMs };
  const reply = await request(ListSalesToNumber, { transactionId }, options);
  if (reply.kind !== "replied" || reply.data.payoutIds.length === 0) return false;
  const first = rails[0]?.provider ?? rail.provider;
  const values = [reply.data.payoutIds, first, rail.provider];
  const [row] = await database.query<{ readonly taken: number }>(
    CompiledQuery.raw(takenText, values),
  );
  return (row?.taken ?? 0) >= most;
}
