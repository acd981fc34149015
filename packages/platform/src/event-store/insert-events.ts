import { jsonText } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import type { CommandContext, PublicFact, StoredEvent } from "./events.ts";

const insertText = `
insert into events (log_epoch, stream_id, version, event_id, event_type, data,
  correlation_id, causation_id, traceparent, public_type, public_data)
select (select log_epoch from log_meta), $1, new.version, new.event_id, new.event_type, new.data,
  $2, $3, $4, new.public_type, new.public_data
from unnest($5::int[], $6::uuid[], $7::text[], $8::jsonb[], $9::text[], $10::text[])
  as new(version, event_id, event_type, data, public_type, public_data)`;

/** The first write of every append: the events, in order, each with its public form. */
export function insertEvents<Event extends StoredEvent>(options: {
  readonly streamId: string;
  readonly expectedVersion: number;
  readonly events: readonly Event[];
  readonly publish: (event: Event) => PublicFact | undefined;
  readonly context: CommandContext;
}): { readonly statement: Statement; readonly hasPublic: boolean } {
  const { streamId, expectedVersion, events, context } = options;
  const facts = events.map(options.publish);
  const values = [
    streamId,
    context.correlationId,
    context.causationId,
    context.traceparent ?? null,
    events.map((_event, index) => expectedVersion + index + 1),
    events.map(() => newId()),
    events.map((event) => event.type),
    events.map((event) => jsonText(event)),
    facts.map((fact) => fact?.type ?? null),
    facts.map((fact) => fact?.dataText ?? null),
  ];
  const hasPublic = facts.some((fact) => fact !== undefined);
  return { statement: CompiledQuery.raw(insertText, values), hasPublic };
}
