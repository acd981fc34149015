import type { PublishedFact } from "@sanu/platform";
import { byteSink } from "./byte-sink.ts";
import type { Part } from "./part.ts";

const lineFeed = 10;
/** What JSON writes with a backslash in front, and a few letters more. */
const escaped = /["\\\p{Cc}]/u;

/** A line of JSON for each fact: its headers, then its payload as it was published. */
export function jsonLinesPart(stream: string): Part<readonly Uint8Array[]> {
  const sink = byteSink();
  return {
    add(fact) {
      sink.addText(headersText(stream, fact));
      sink.addBytes(fact.data.includes(lineFeed) ? onOneLine(fact.data) : fact.data);
      sink.addText("}\n");
    },
    content: sink.pieces,
  };
}

function headersText(stream: string, fact: PublishedFact): string {
  const { sequence, id, type, aggregateId, time, position } = fact;
  const { correlationId, causationId, traceparent } = fact;
  const texts = `${id}${type}${aggregateId}${time}${position}${correlationId}${causationId}`;
  // Looked for in all of them at once, because there hardly ever is one.
  const quoted = escaped.test(texts + traceparent) ? JSON.stringify : inQuotes;
  const about =
    `{"stream":"${stream}","sequence":${sequence},"id":${quoted(id)},"type":${quoted(type)},` +
    `"aggregateId":${quoted(aggregateId)},"time":${quoted(time)},"position":${quoted(position)},`;
  const causes = `"correlationId":${quoted(correlationId)},"causationId":${quoted(causationId)},`;
  return `${about}${causes}"traceparent":${traceparent === "" ? "null" : quoted(traceparent)},"data":`;
}

function inQuotes(text: string): string {
  return `"${text}"`;
}

/** Between the tokens of JSON a line feed is a blank like any other, and inside a text there is none. */
function onOneLine(data: Uint8Array): Uint8Array {
  return data.map((byte) => (byte === lineFeed ? 32 : byte));
}
