import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { watchLimits } from "../watchdog/platform-rules.ts";
import type { ProviderKinds } from "./read-attempts.ts";

const servedLimits = {
  /** Whatever is under way is called or asked about so soon, the slowest an order that was called off and can still be paid. */
  aheadMs: 3_600_000,
} as const;

/**
 * Of what was never called nobody's money is anywhere: it waits. What is due for longer waits for nobody's start, for it is an alarm already; a
 * person has what is in review. By the index of what is due.
 */
const unservedText = `
select distinct provider from attempts
where next_at > now() - make_interval(secs => $1) and next_at < now() + make_interval(secs => $2)
  and state in ('open', 'unknown', 'accepted') and called_at is not null and reviewed_at is null and kind = any($3) and provider <> all($4)
order by provider`;

/**
 * Throws where the settings name no more who has attempts under way: nobody would call them, or ask about them, from this start on, and
 * what has arrived meanwhile would be nobody's news.
 */
export async function assertServed(
  database: Pick<Database, "query">,
  served: readonly ProviderKinds[],
): Promise<void> {
  const kinds = [...new Set(served.flatMap((one) => one.kinds))];
  const providers = served.map(({ provider }) => provider);
  const seconds = [watchLimits.attemptUnclaimedMs, servedLimits.aheadMs].map((ms) => ms / 1_000);
  const rows = await database.query<{ readonly provider: string }>(
    CompiledQuery.raw(unservedText, [...seconds, kinds, providers]),
  );
  if (rows.length === 0) return;
  const names = rows.map(({ provider }) => provider).join(", ");
  throw new Error(
    `the settings do not name ${names}, of whom a ${kinds.join(" or ")} is under way: nobody would ask about it. Put the name back, with a minus before it; how a provider is taken out: deploy/runbooks/stop-a-provider.md`,
  );
}
