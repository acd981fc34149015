import { jsonText } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import type { CommandContext, PublicFact, StoredEvent } from "./events.ts";
import type { LoadedStream } from "./load-events.ts";

const columns = `
insert into events (log_epoch, stream_id, version, event_id, event_type, data,
  correlation_id, causation_id, traceparent, public_type, public_data)`;

/** None when the event that they follow is not in the log: that was put back since, and a gap would be left. */
const epoch = `(select log_epoch from log_meta
  where $5::uuid is null or exists (select from events where event_id = $5))`;

/** The column that an append without an epoch leaves empty. */
export const epochColumn = "events.log_epoch";

/** Nearly every append has one event; lists of one are dearer to write and to read than the event itself. */
const insertOneText = `${columns}
values (${epoch}, $1, $6, $7, $8, $9, $2, $3, $4, $10, $11)`;

const insertText = `${columns}
select ${epoch}, $1, new.version, new.event_id, new.event_type, new.data,
  $2, $3, $4, new.public_type, new.public_data
from unnest($6::int[], $7::uuid[], $8::text[], $9::jsonb[], $10::text[], $11::text[])
  as new(version, event_id, event_type, data, public_type, public_data)`;

export interface InsertedEvents {
  readonly statement: Statement;
  readonly hasPublic: boolean;
  readonly lastEventId: string | undefined;
}

export function insertEvents<Event extends StoredEvent>(options: {
  readonly streamId: string;
  readonly behind: Pick<LoadedStream<Event>, "version" | "lastEventId">;
  readonly events: readonly Event[];
  readonly publish: (event: Event) => PublicFact | undefined;
  readonly context: CommandContext;
}): InsertedEvents {
  const { streamId, behind, events, context } = options;
  const facts = events.map(options.publish);
  const ids = events.map(() => newId<string>());
  const source = [
    streamId,
    context.correlationId,
    context.causationId,
    context.traceparent ?? null,
    behind.lastEventId ?? null,
  ];
  const lists = [
    events.map((_event, index) => behind.version + index + 1),
    ids,
    events.map((event) => event.type),
    events.map((event) => jsonText(event)),
    facts.map((fact) => fact?.type ?? null),
    facts.map((fact) => fact?.dataText ?? null),
  ];
  const statement =
    events.length === 1
      ? CompiledQuery.raw(insertOneText, [...source, ...lists.map(([only]) => only)])
      : CompiledQuery.raw(insertText, [...source, ...lists]);
  const hasPublic = facts.some((fact) => fact !== undefined);
  return { statement, hasPublic, lastEventId: ids.at(-1) };
}
