import { type AttemptKind, type Circuit, circuitOf } from "@sanu/attempts";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { keptFor } from "./kept-for.ts";

const healthLimits = {
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
  /** From the order to the first word about it; null where it was not looked for. */
  readonly medianMs: number | null;
  readonly circuit: Circuit;
}

const firstWordText =
  "(select min(recorded_at) from events where stream_id = subject_id and version > 1)";

/** `isMeasured`: the first word of each is looked up in the log, for who looks, not for every order. */
const healthText = (isMeasured: boolean): string => `
select provider, count(*)::int as called, count(*) filter (where failed)::int as failed,
  (coalesce(min(place) filter (where not failed), count(*) + 1) - 1)::int as "failedInRow",
  max(called_at) as "lastCalledAt", now() as now,
  percentile_cont(0.5) within group (order by extract(epoch from first_word_at - created_at) * 1000) as "medianMs"
from (
  select provider, called_at, created_at, first_word_at, failed,
    row_number() over (partition by provider order by called_at desc, attempt_id) as place
  from (
    select attempt_id, provider, called_at, created_at,
      state = 'unknown' or (call_error is not null and not
        (state = 'rejected' and call_error = last_error)) as failed,
      ${isMeasured ? firstWordText : "null::timestamptz"} as first_word_at
    from attempts
    where kind = $1 and created_at > now() - make_interval(secs => $2) and called_at is not null and state <> 'open'
    order by created_at desc limit $3
  ) as each
) as placed group by provider`;

export type ReadHealth = () => Promise<ReadonlyMap<string, ProviderHealth>>;

/** By provider. `recent` is read for every order, `measured` for people. */
export function providerHealth(
  database: Pick<Database, "query">,
  kind: AttemptKind,
): { readonly recent: ReadHealth; readonly measured: ReadHealth } {
  const { windowMs, recentRowsMax, recentKeptMs, measuredKeptMs } = healthLimits;
  const read = (rowsMax: number | null, isMeasured: boolean) => async () => {
    const text = healthText(isMeasured);
    const values = [kind, windowMs / 1_000, rowsMax];
    const rows = await database.query<Omit<ProviderHealth, "circuit"> & { readonly now: Instant }>(
      CompiledQuery.raw(text, values),
    );
    return new Map(
      rows.map(({ now, ...row }) => [row.provider, { ...row, circuit: circuitOf(row, now) }]),
    );
  };
  return {
    recent: keptFor(recentKeptMs, read(recentRowsMax, false)),
    measured: keptFor(measuredKeptMs, read(null, true)),
  };
}
