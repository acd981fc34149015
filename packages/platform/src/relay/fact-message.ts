import { headers, type MsgHdrs } from "@nats-io/transport-node";
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
  readonly headers: MsgHdrs;
  readonly data: string;
}

/** Makes the message of a public row. It knows no event types: everything was computed at the append. */
export function messageOf(row: PublicRow, source: FactSource): FactMessage {
  const made = headers();
  const attributes = {
    // Event ids are made by the store; the log holds nothing else.
    id: row.eventId as EventId,
    type: row.publicType,
    source: `/sanu/${source.service}`,
    subject: row.streamId,
    time: row.recordedAt,
    correlationid: row.correlationId,
    causationid: row.causationId,
    position: textOfPosition(row),
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
  };
  for (const [name, value] of headersOfFact(attributes)) made.set(name, value);
  made.set(logIdHeader, source.logId);
  return {
    subject: factSubject(source.namespace, row.publicType),
    headers: made,
    data: row.publicData,
  };
}
