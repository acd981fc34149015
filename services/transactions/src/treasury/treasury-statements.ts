import type { PayoutRail } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { CircuitBreaker } from "./circuit-breaker.ts";

/** A float as it is known to every replica. Ages are by the database's clock. */
export interface FloatRow {
  readonly float_id: string;
  readonly rail: PayoutRail;
  readonly account: string;
  readonly channels: readonly string[] | null;
  readonly currency: "XOF" | "SATS";
  readonly available: bigint;
  readonly held_back: bigint;
  readonly free: bigint;
  readonly observed_at: Instant;
  readonly age_ms: number;
  readonly breaker: CircuitBreaker["state"];
  readonly breaker_since: Instant;
  readonly breaker_age_ms: number;
  readonly breaker_pause_ms: bigint;
  readonly breaker_changes: number;
  readonly probes_left: number;
  /** Probes within its pause that are paid for and wait for their payout. */
  readonly probes_paid: number;
  /** Since the breaker changed. */
  readonly settled: bigint;
  readonly failed: bigint;
}

const msSince = (moment: string) =>
  `(extract(epoch from clock_timestamp() - ${moment}) * 1000)::float8`;

/** One that is silent for so long while others of its rail are reported is nobody's any more, unless it still owes. */
const forgottenAfter = "1 day";

export const listFloats: Statement = CompiledQuery.raw(`
select floats.*, ${msSince("observed_at")} as age_ms, ${msSince("breaker_since")} as breaker_age_ms,
  shares.free, shares.settled - settled_before as settled, shares.failed - failed_before as failed,
  case when breaker = 'half-open' then (
    select count(*)::int from payout_reservations as probe join transaction_list as list using (transaction_id)
    where probe.float_id = floats.float_id and probe.leg = 'payout' and list.status = 'PROCESSING'
      and probe.reserved_at > clock_timestamp() - make_interval(secs => breaker_pause_ms / 1000.0)
  ) else 0 end as probes_paid
from floats join (
  select float_id, sum(free)::bigint as free, sum(settled)::bigint as settled, sum(failed)::bigint as failed
  from float_shares group by float_id
) as shares using (float_id)
where observed_at > (select max(observed_at) from floats as of_rail where of_rail.rail = floats.rail) - interval '${forgottenAfter}'
  or exists (select from payout_reservations as owed where owed.float_id = floats.float_id)
order by floats.float_id`);

/** The next state of a breaker, unless another replica has decided meanwhile; outcomes count anew from here on. */
export function updateBreaker(row: FloatRow, next: CircuitBreaker, probes: number): Statement {
  return CompiledQuery.raw(
    `update floats set breaker = $3, breaker_pause_ms = $4, probes_left = $5,
       breaker_since = clock_timestamp(), breaker_changes = breaker_changes + 1,
       settled_before = settled_before + $6, failed_before = failed_before + $7
     where float_id = $1 and breaker_changes = $2`,
    [row.float_id, row.breaker_changes, next.state, next.pauseMs, probes, row.settled, row.failed],
  );
}
