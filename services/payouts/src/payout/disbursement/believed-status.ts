import type { Attempt } from "@sanu/platform";
import { type DisburseStatus, unknownBecause } from "@sanu/rails";
import { CompiledQuery } from "kysely";
import type { DisbursementDeps } from "./deps.ts";

/** Nobody's account forgets so soon what it paid. */
const lookBackDays = 7;

/** Paid by this provider's own word. */
const newest = (condition: string, rowsMax: number): string => `
(select attempt_id::text as key, provider_reference as "providerReference" from attempts
 where kind = 'disbursement' and state = 'settled' and concluded_at is null and provider = $2
   and created_at > $1::timestamptz - make_interval(days => ${lookBackDays}) and ${condition}
 order by created_at desc limit ${rowsMax})`;

/** The newest ones of before the attempt, and the newest of all: another account lacks some. */
const paidText = `${newest("created_at < $1", 2)} union ${newest("true", 1)}`;

/**
 * "Not found" is a reason to pay again, so it has to come from the account that was asked to pay: one that does not know what it has paid
 * for us is another one, whose keys somebody has put into the settings, and the first one may have paid.
 */
export async function believedStatus(
  deps: Pick<DisbursementDeps, "rail" | "database">,
  { createdAt }: Pick<Attempt, "createdAt">,
  status: DisburseStatus,
): Promise<DisburseStatus> {
  if (status.kind !== "not-found") return status;
  const { rail, database } = deps;
  const paid = await database.query<{ key: string; providerReference: string | null }>(
    CompiledQuery.raw(paidText, [createdAt, rail.provider]),
  );
  const said = await Promise.all(
    paid.map(({ key, providerReference }) => rail.status(key, providerReference)),
  );
  const silent = said.find(({ kind }) => kind === "unknown");
  if (silent !== undefined) return silent;
  return said.some(({ kind }) => kind === "not-found") ? unknownBecause("account-forgot") : status;
}
