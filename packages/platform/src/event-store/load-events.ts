import { CompiledQuery } from "kysely";
import type { z } from "zod";
import type { Database } from "../database/open-database.ts";
import type { StoredEvent } from "./events.ts";

const loadText = `
select version, data, pg_current_xact_id_if_assigned() is not null as writing
from events where stream_id = $1 order by version`;

/** A stream as loaded: its events, oldest first, and the version of the last one (0 when there is none). */
export interface LoadedStream<Event> {
  readonly events: readonly Event[];
  readonly version: number;
}

/**
 * Reads a stream outside any write transaction. Inside one the relay's order could invert two versions of an
 * aggregate (architecture 2.2), so that is an error.
 */
export async function loadEvents<Event extends StoredEvent>(
  database: Pick<Database, "query">,
  schema: z.ZodType<Event>,
  streamId: string,
): Promise<LoadedStream<Event>> {
  const rows = await database.query<{ version: number; data: unknown; writing: boolean }>(
    CompiledQuery.raw(loadText, [streamId]),
  );
  if (rows[0]?.writing === true)
    throw new Error("A stream is never loaded inside a write transaction");
  return { events: rows.map((row) => schema.parse(row.data)), version: rows.at(-1)?.version ?? 0 };
}
