import { CompiledQuery } from "kysely";
import type { z } from "zod";
import type { Database } from "../database/open-database.ts";
import type { StoredEvent } from "./events.ts";

const loadText = `
select version, event_id as "eventId", data, pg_current_xact_id_if_assigned() is not null as writing
from events where stream_id = $1 order by version`;

/** Oldest event first; the version of the last one, 0 when there is none. */
export interface LoadedStream<Event> {
  readonly events: readonly Event[];
  readonly version: number;
  readonly lastEventId?: string;
}

export const emptyStream = { events: [], version: 0 } as const;

interface LoadedRow {
  readonly version: number;
  readonly eventId: string;
  readonly data: unknown;
  readonly writing: boolean;
}

/** Never inside a write transaction: there the relay could invert two versions of an aggregate. */
export async function loadEvents<Event extends StoredEvent>(
  database: Pick<Database, "query">,
  schema: z.ZodType<Event>,
  streamId: string,
): Promise<LoadedStream<Event>> {
  const rows = await database.query<LoadedRow>(CompiledQuery.raw(loadText, [streamId]));
  const last = rows.at(-1);
  if (last === undefined) return emptyStream;
  if (last.writing) throw new Error("A stream is never loaded inside a write transaction");
  const events = rows.map((row) => schema.parse(row.data));
  return { events, version: last.version, lastEventId: last.eventId };
}
