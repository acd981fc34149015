import type { PublishedFact } from "@sanu/platform";
import { byteSink } from "./byte-sink.ts";
import type { Part } from "./part.ts";

const lineFeed = 10;
const plainText = /^[\w.:+/-]*$/;

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
  const texts =
    `{"stream":"${stream}","sequence":${sequence},"id":${quoted(id)},"type":${quoted(type)},` +
    `"aggregateId":${quoted(aggregateId)},"time":${quoted(time)},"position":${quoted(position)},`;
  const causes = `"correlationId":${quoted(fact.correlationId)},"causationId":${quoted(fact.causationId)},`;
  const trace = fact.traceparent === "" ? "null" : quoted(fact.traceparent);
  return `${texts}${causes}"traceparent":${trace},"data":`;
}

function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Between the tokens of JSON a line feed is a blank like any other, and inside a text there is none. */
function onOneLine(data: Uint8Array): Uint8Array {
  return data.map((byte) => (byte === lineFeed ? 32 : byte));
}
