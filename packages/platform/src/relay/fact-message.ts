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

export interface FactSource {
  readonly namespace: Namespace;
  readonly service: PublishingService;
  readonly logId: string;
}

export interface FactMessage {
  readonly subject: string;
  /** The header block without its end: a record of headers for each fact would cost more than its publish. */
  readonly head: string;
  readonly data: string;
}

/** Knows no event types: everything was computed at the append. */
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
      row.place +
      (row.traceparent === null
        ? ""
        : line.traceparent + oneLine(row.traceparent, traceparentLettersMax)),
    data: row.publicData,
  });
}

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
