import { circuitLimits } from "@sanu/attempts";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

const claimText = `insert into circuit_probes as known (provider, claimed_at) values ($1, clock_timestamp())
on conflict (provider) do update set claimed_at = excluded.claimed_at
where known.claimed_at < excluded.claimed_at - make_interval(secs => $2) returning 1`;

/** Whether the order at hand, of all replicas' orders, is the one that shows how a provider does. */
export function claimProbe(
  database: Pick<Database, "query">,
): (provider: string) => Promise<boolean> {
  return async (provider) => {
    const values = [provider, circuitLimits.probeAfterMs / 1_000];
    return (await database.query(CompiledQuery.raw(claimText, values))).length > 0;
  };
}
