import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const eventsText = `
select event_type as type, count(*)::int as events, count(distinct stream_id)::int as streams
from events group by event_type`;

/** How often each of these events happened, and to how many aggregates. */
export async function countEvents(
  database: Database,
  ...types: readonly string[]
): Promise<Readonly<Record<string, { readonly events: number; readonly streams: number }>>> {
  const rows = await database.query<{ type: string; events: number; streams: number }>(
    CompiledQuery.raw(eventsText),
  );
  const found = rows.filter(({ type }) => types.includes(type));
  return Object.fromEntries(found.map(({ type, events, streams }) => [type, { events, streams }]));
}

type Counts = Awaited<ReturnType<typeof countEvents>>;

/** How much more there is of each than there was before. */
export function newSince(before: Counts, after: Counts): Counts {
  const added = Object.entries(after).map(([type, { events, streams }]) => {
    const was = before[type] ?? { events: 0, streams: 0 };
    return [type, { events: events - was.events, streams: streams - was.streams }] as const;
  });
  return Object.fromEntries(added.filter(([, { events }]) => events > 0));
}

/** Each aggregate once. */
export const once = (count: number) => ({ events: count, streams: count });
