import {
  type FactAttributes,
  factHeader,
  factSubject,
  fixedFactHeaders,
  type Namespace,
  type PublishingService,
} from "@sanu/contracts";
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
  /** The header block without its end: a record of headers for each fact would cost more than its publish. */
  readonly head: string;
  readonly data: string;
}

/**
 * Makes the messages of public rows. It knows no event types: everything was computed at the append, and the
 * ids and types of a log are the store's own.
 */
export function messagesOf(source: FactSource): (row: PublicRow) => FactMessage {
  const { namespace, service, logId } = source;
  const shared: readonly (readonly [string, string])[] = [
    [logIdHeader, logId],
    ...fixedFactHeaders,
    [factHeader("source"), `/sanu/${service}`],
  ];
  const start = `NATS/1.0${shared.map(([name, value]) => `\r\n${name}: ${value}`).join("")}`;
  return (row) => ({
    subject: factSubject(namespace, row.publicType),
    head:
      start +
      line.id +
      row.eventId +
      line.type +
      row.publicType +
      line.subject +
      row.streamId +
      line.time +
      row.recordedAt +
      line.correlationid +
      oneLine(row.correlationId, idLettersMax) +
      line.causationid +
      oneLine(row.causationId, idLettersMax) +
      line.position +
      `${row.logEpoch}.${row.transactionId}.${row.position}` +
      (row.traceparent === null
        ? ""
        : line.traceparent + oneLine(row.traceparent, traceparentLettersMax)),
    data: row.publicData,
  });
}

/** How the line of each attribute begins. */
const line: Readonly<Record<keyof FactAttributes, string>> = {
  id: lineOf("id"),
  type: lineOf("type"),
  source: lineOf("source"),
  subject: lineOf("subject"),
  time: lineOf("time"),
  correlationid: lineOf("correlationid"),
  causationid: lineOf("causationid"),
  position: lineOf("position"),
  traceparent: lineOf("traceparent"),
};

function lineOf(name: keyof FactAttributes): string {
  return `\r\n${factHeader(name)}: `;
}

/** What the envelope allows. */
const idLettersMax = 128;
const traceparentLettersMax = 64;
const lineBreak = /[\r\n]/;

/** These texts come from outside; a line break in one would end the header, or stop the relay for ever. */
function oneLine(text: string, lettersMax: number): string {
  if (text.length <= lettersMax && !lineBreak.test(text)) return text;
  return text.replaceAll(/[\r\n]/g, " ").slice(0, lettersMax);
}
