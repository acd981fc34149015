import { quantileOf } from "../measure.ts";
import type { BenchServers } from "../system/servers.ts";

/** When the order of a purchase left the client and when its completion was heard, in epoch milliseconds. */
export interface MeasuredPurchase {
  readonly transactionId: string;
  readonly orderedAtMs: number;
  readonly respondedAtMs: number;
  readonly completedAtMs: number;
}

/** A moment of a purchase: the median of how long after the order it came. */
export interface Moment {
  readonly name: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

// The stream of payments and payouts is their own id; every public fact of theirs names the transaction.
const eventsText = `
select coalesce(e.data->>'transactionId', o.data->>'transactionId') as transaction_id, e.event_type,
  extract(epoch from e.recorded_at)::float8 * 1000 as at_ms
from events e join events o on o.stream_id = e.stream_id and o.version = 1`;

/** The events of the purchases in all three logs, as moments after the order, in their order. */
export async function readTimeline(
  servers: BenchServers,
  prefix: string,
  purchases: readonly MeasuredPurchase[],
): Promise<readonly Moment[]> {
  const byId = new Map(purchases.map((one) => [one.transactionId, one]));
  const times = new Map<string, number[]>();
  const note = (name: string, afterMs: number) => {
    times.set(name, [...(times.get(name) ?? []), afterMs]);
  };
  for (const service of ["transactions", "payments", "payouts"]) {
    const url = new URL(servers.postgres.url);
    url.pathname = `/${prefix}_${service}`;
    for (const row of await servers.administrate(eventsText, url.href)) {
      const purchase = byId.get(String(row["transaction_id"]));
      if (purchase === undefined) continue;
      note(`${service}: ${String(row["event_type"])}`, Number(row["at_ms"]) - purchase.orderedAtMs);
    }
  }
  for (const { orderedAtMs, respondedAtMs, completedAtMs } of purchases) {
    note("client: answered", respondedAtMs - orderedAtMs);
    note("client: completion heard", completedAtMs - orderedAtMs);
  }
  return [...times]
    .map(([name, after]) => ({
      name,
      p50Ms: quantileOf(after, 0.5),
      p99Ms: quantileOf(after, 0.99),
    }))
    .toSorted((one, other) => one.p50Ms - other.p50Ms);
}
