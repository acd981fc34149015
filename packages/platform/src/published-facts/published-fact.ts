import { factHeader } from "@sanu/contracts";

/** A fact as it stands in a JetStream stream, or would: nothing of it is read beyond its headers. */
export interface PublishedFact {
  /** In the stream; of a log, the number of the public row. Both count from 1. */
  readonly sequence: number;
  /** Each is empty where the message has no such header. */
  readonly id: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly time: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly position: string;
  readonly traceparent: string;
  /** JSON, byte for byte as it was published. */
  readonly data: Uint8Array;
}

type Field = Exclude<keyof PublishedFact, "sequence" | "data">;

const fieldOfHeader: ReadonlyMap<string, Field> = new Map([
  [factHeader("id"), "id"],
  [factHeader("type"), "type"],
  [factHeader("subject"), "aggregateId"],
  [factHeader("time"), "time"],
  [factHeader("correlationid"), "correlationId"],
  [factHeader("causationid"), "causationId"],
  [factHeader("position"), "position"],
  [factHeader("traceparent"), "traceparent"],
]);

const lineEnd = "\r\n";

/** Reads a header block, `NATS/1.0` and a line for each header. A header that stands there twice counts once, the last one. */
export function factFromHead(sequence: number, head: string, data: Uint8Array): PublishedFact {
  const fact = { ...emptyFact, sequence, data };
  let lineStart = head.indexOf(lineEnd) + lineEnd.length;
  while (lineStart >= lineEnd.length && lineStart < head.length) {
    const end = head.indexOf(lineEnd, lineStart);
    const lineStop = end === -1 ? head.length : end;
    const colon = head.indexOf(":", lineStart);
    if (colon !== -1 && colon < lineStop) {
      const field = fieldOfHeader.get(head.slice(lineStart, colon));
      if (field !== undefined) fact[field] = head.slice(colon + 1, lineStop).trim();
    }
    lineStart = lineStop + lineEnd.length;
  }
  return fact;
}

const emptyFact: Readonly<Record<Field, string>> = {
  id: "",
  type: "",
  aggregateId: "",
  time: "",
  correlationId: "",
  causationId: "",
  position: "",
  traceparent: "",
};
