import {
  factSubject,
  headersOfFact,
  type Namespace,
  type PublishingService,
} from "@sanu/contracts";
import type { EventId } from "@sanu/kernel";
import { textOfPosition } from "./log-position.ts";
import type { PublicRow } from "./log-reader.ts";
import { logIdHeader } from "./stream-end.ts";

/** What every fact of a log shares. */
export interface FactSource {
  readonly namespace: Namespace;
  readonly service: PublishingService;
  readonly logId: string;
}

/** A fact as it goes to the stream, but for the sequence it expects. */
export interface FactMessage {
  readonly subject: string;
  readonly headers: Readonly<Record<string, string[]>>;
  readonly data: string;
}

/** Makes the message of a public row. It knows no event types: everything was computed at the append. */
export function messageOf(row: PublicRow, source: FactSource): FactMessage {
  const attributes = {
    // Event ids are made by the store; the log holds nothing else.
    id: row.eventId as EventId,
    type: row.publicType,
    source: `/sanu/${source.service}`,
    subject: row.streamId,
    time: row.recordedAt,
    correlationid: oneLine(row.correlationId, idLettersMax),
    causationid: oneLine(row.causationId, idLettersMax),
    position: textOfPosition(row),
    ...(row.traceparent === null
      ? {}
      : { traceparent: oneLine(row.traceparent, traceparentLettersMax) }),
  };
  const made: Record<string, string[]> = { [logIdHeader]: [source.logId] };
  for (const [name, value] of headersOfFact(attributes)) made[name] = [value];
  return {
    subject: factSubject(source.namespace, row.publicType),
    headers: made,
    data: row.publicData,
  };
}

/** What the envelope allows. */
const idLettersMax = 128;
const traceparentLettersMax = 64;

/** These texts come from outside; a line break in one would end the header, or stop the relay for ever. */
function oneLine(text: string, lettersMax: number): string {
  return text.replaceAll(/[\r\n]/g, " ").slice(0, lettersMax);
}
