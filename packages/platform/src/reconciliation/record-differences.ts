import { jsonText } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../database/open-database.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { runDecider } from "../event-store/run-decider.ts";
import type { ComparedPeriod } from "./compare-period.ts";
import { difference } from "./difference.ts";
import type { DifferenceEvent, DifferenceFound } from "./difference-events.ts";
import { reconciliationLimits } from "./limits.ts";

interface RecordDeps {
  readonly database: Pick<Database, "query">;
  readonly store: EventStore<DifferenceEvent>;
}

const openText = `
insert into statement_differences (difference_id, account, kind, data, occurred_at, found_at)
values ($1, $2, $3, $4::jsonb, $5, $6)
on conflict (difference_id) do update set data = excluded.data, occurred_at = excluded.occurred_at,
  found_at = excluded.found_at, resolved_at = null`;

const resolveText = `update statement_differences set resolved_at = $2 where difference_id = $1`;

/**
 * Publishes what is new and what is no more; undefined where so much differs that nothing is known of the rest. What was open of a
 * name without an answer stays so.
 */
export async function recordDifferences(
  deps: RecordDeps,
  period: ComparedPeriod,
  {
    found,
    unanswered,
    at,
  }: {
    readonly found: readonly DifferenceFound[];
    readonly unanswered: readonly string[];
    readonly at: Instant;
  },
): Promise<{ readonly isNew: number; readonly resolved: number } | undefined> {
  let isNew = 0;
  // A name of two pieces of the period is judged twice. Of one moment there is one finding, and one case: the last look is it.
  const last = new Map(found.map((one) => [one.differenceId, one]));
  for (const one of last.values()) if (await recordFound(deps, one)) isNew += 1;
  const rowsMax = reconciliationLimits.differencesMax;
  if (found.length >= rowsMax) return undefined;
  const still = { found: [...last.keys()], unanswered, at, rowsMax };
  return { isNew, resolved: await resolveOthers(deps, period, still) };
}

/** Returns whether it is new. The row is that of the newest finding, of which nobody has said anything. */
async function recordFound(
  { store }: Pick<RecordDeps, "store">,
  found: DifferenceFound,
): Promise<boolean> {
  const { differenceId, account, kind, occurredAt, foundAt } = found;
  const values = [differenceId, account, kind, jsonText(found), occurredAt, foundAt];
  const result = await runDecider({
    store,
    decider: difference,
    streamId: differenceId,
    command: { kind: "find", found },
    context: contextOf(account),
    writes: () => [CompiledQuery.raw(openText, values)],
  });
  return result.kind === "accepted";
}

const agreedText = `
select difference_id as id from statement_differences
where account = $1 and occurred_at >= $2 and occurred_at < $3 and resolved_at is null
  and not difference_id = any($4::uuid[])
  and not coalesce(data->>'name', data->>'key', '') = any($6::text[])
order by occurred_at, difference_id limit $5`;

/** What was different in the period and is no more. Returns how many. */
async function resolveOthers(
  { database, store }: RecordDeps,
  { account, from, to }: ComparedPeriod,
  still: {
    readonly found: readonly string[];
    readonly unanswered: readonly string[];
    readonly at: Instant;
    readonly rowsMax: number;
  },
): Promise<number> {
  const { found, unanswered, rowsMax } = still;
  const rows = await database.query<{ id: string }>(
    CompiledQuery.raw(agreedText, [account, from, to, found, rowsMax, unanswered]),
  );
  for (const { id } of rows) {
    const write: Statement = CompiledQuery.raw(resolveText, [id, still.at]);
    await runDecider({
      store,
      decider: difference,
      streamId: id,
      command: { kind: "resolve", at: still.at },
      context: contextOf(account),
      writes: () => [write],
    });
  }
  return rows.length;
}

function contextOf(account: string) {
  return { correlationId: `statement-${account}`, causationId: `statement-${account}` };
}
