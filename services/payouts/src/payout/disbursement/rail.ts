import {
  columnAwaited,
  type Database,
  type Metrics,
  measuredCalls,
  providerHealth,
  type ReadHealth,
  type ServiceBase,
} from "@sanu/platform";
import {
  type ChosenConnectors,
  type ConnectorSwitch,
  createSwitch,
  type DisburseRail,
} from "@sanu/rails";
import { CompiledQuery } from "kysely";

/** What the settings name, in their order, with every call that leaves counted and timed. */
export function openDisburseRails(
  {
    connectors,
    providerTimeoutMs: callTimeoutMs,
  }: {
    readonly connectors: { readonly disbursement: ChosenConnectors<DisburseRail> };
    readonly providerTimeoutMs: number;
  },
  outsideCalls: Metrics["outsideCalls"],
  given?: readonly DisburseRail[],
): readonly DisburseRail[] {
  const rails = given ?? connectors.disbursement.open({ callTimeoutMs });
  return rails.map((rail) => measuredDisburseRail(rail, outsideCalls));
}

/** Which of them pays an order out. */
export function disburseSwitch(
  { database }: Pick<ServiceBase, "database">,
  { disabled }: { readonly disabled: readonly string[] },
  rails: readonly DisburseRail[],
): ConnectorSwitch & { readonly measured: ReadHealth } {
  const first = rails[0]?.provider ?? "";
  const { recent: health, measured } = providerHealth(database, { kind: "disbursement", first });
  const chooser = createSwitch(rails, {
    disabled,
    health,
    payoutsOf: (numberHmac) => payoutsOf(database, numberHmac, first),
    isRecorded: columnAwaited(database, "attempts", "provider"),
  });
  return { ...chooser, measured };
}

const payoutsText = `
select coalesce(to_jsonb(attempts) ->> 'provider', $2) as provider, count(*)::int as payouts
from attempts join events on stream_id = subject_id and version = 1
where kind = 'disbursement' and state <> 'rejected' and called_at is not null
  and attempts.created_at > now() - interval '24 hours' and events.data -> 'transfer' ->> 'numberHmac' = $1
group by 1`;

/** How many payouts of a day each provider has, or may have, taken for a number. */
async function payoutsOf(
  database: Pick<Database, "query">,
  numberHmac: string,
  first: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ provider: string; payouts: number }>(
    CompiledQuery.raw(payoutsText, [numberHmac, first]),
  );
  return new Map(rows.map(({ provider, payouts }) => [provider, payouts]));
}

/** The same rail; every call that leaves is counted and timed by its outcome. */
function measuredDisburseRail(
  rail: DisburseRail,
  outsideCalls: Metrics["outsideCalls"],
): DisburseRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  return {
    ...rail,
    disburse: (order) => measured("disburse", rail.disburse(order)),
    status: (key, providerReference) =>
      measured("disburse-status", rail.status(key, providerReference)),
    floats: () => measured("floats", rail.floats()),
    conditions: (channel) => measured("conditions", rail.conditions(channel)),
  };
}
