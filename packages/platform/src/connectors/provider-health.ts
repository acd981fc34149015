import { type AttemptKind, type Circuit, circuitOf } from "@sanu/attempts";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { keptFor } from "./kept-for.ts";

export const healthLimits = {
  windowMs: 900_000,
  /** Of so many of the newest attempts a circuit is read, and again after this. */
  recentRowsMax: 200,
  recentKeptMs: 1_000,
  /** All within the window are counted only for who looks at them. */
  measuredKeptMs: 10_000,
} as const;

/** How the attempts that a provider was given within the window went. */
export interface ProviderHealth {
  readonly provider: string;
  readonly called: number;
  /** The call had no answer, whatever was found out later; a refusal at the call is an answer. */
  readonly failed: number;
  readonly failedInRow: number;
  readonly lastCalledAt: Instant;
  /** From the order to the first word about it. */
  readonly medianMs: number | null;
  readonly circuit: Circuit;
}

const healthText = `
select provider, count(*)::int as called, count(*) filter (where failed)::int as failed,
  (coalesce(min(place) filter (where not failed), count(*) + 1) - 1)::int as "failedInRow",
  max(called_at) as "lastCalledAt", now() as now,
  percentile_cont(0.5) within group (order by extract(epoch from first_word_at - created_at) * 1000) as "medianMs"
from (
  select provider, called_at, created_at, first_word_at, failed,
    row_number() over (partition by provider order by called_at desc, attempt_id) as place
  from (
    select attempt_id, coalesce(to_jsonb(attempts) ->> 'provider', $2) as provider, called_at, created_at,
      state = 'unknown' or (to_jsonb(attempts) ->> 'call_error' is not null and not
        (state = 'rejected' and to_jsonb(attempts) ->> 'call_error' = last_error)) as failed,
      (select min(recorded_at) from events where stream_id = subject_id and version > 1) as first_word_at
    from attempts
    where kind = $1 and created_at > now() - make_interval(secs => $3) and called_at is not null and state <> 'open'
    order by created_at desc limit $4
  ) as each
) as placed group by provider`;

export type ReadHealth = () => Promise<ReadonlyMap<string, ProviderHealth>>;

/** By provider; what names none is the first one's. `recent` is read for every order, `measured` for people. */
export function providerHealth(
  database: Pick<Database, "query">,
  { kind, first }: { readonly kind: AttemptKind; readonly first: string },
): { readonly recent: ReadHealth; readonly measured: ReadHealth } {
  const { windowMs, recentRowsMax, recentKeptMs, measuredKeptMs } = healthLimits;
  const read = (rowsMax: number | null) => async () => {
    const values = [kind, first, windowMs / 1_000, rowsMax];
    const rows = await database.query<Omit<ProviderHealth, "circuit"> & { readonly now: Instant }>(
      CompiledQuery.raw(healthText, values),
    );
    return new Map(
      rows.map(({ now, ...row }) => [row.provider, { ...row, circuit: circuitOf(row, now) }]),
    );
  };
  return {
    recent: keptFor(recentKeptMs, read(recentRowsMax)),
    measured: keptFor(measuredKeptMs, read(null)),
  };
}
