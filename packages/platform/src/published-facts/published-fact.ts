import { factHeader } from "@sanu/contracts/fact-headers";

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

/** The place of a fact: in its stream, and in its service's log. */
export interface FactPlace {
  readonly sequence: number;
  /** As the fact has it; empty in front of the first one. */
  readonly position: string;
}

/** In front of the first fact. */
export const factsStart: FactPlace = { sequence: 0, position: "" };

type Field = Exclude<keyof PublishedFact, "sequence" | "data">;

interface Line {
  readonly start: string;
  /** Of the fact; nothing reads the others. */
  readonly field: Field | undefined;
}

/** In the order in which the relay writes them: what is looked for first is nearly always there. */
const lines: readonly Line[] = [
  { start: "ce-specversion:", field: undefined },
  { start: "content-type:", field: undefined },
  { start: `${factHeader("source")}:`, field: undefined },
  { start: `${factHeader("id")}:`, field: "id" },
  { start: `${factHeader("type")}:`, field: "type" },
  { start: `${factHeader("subject")}:`, field: "aggregateId" },
  { start: `${factHeader("time")}:`, field: "time" },
  { start: `${factHeader("correlationid")}:`, field: "correlationId" },
  { start: `${factHeader("causationid")}:`, field: "causationId" },
  { start: `${factHeader("position")}:`, field: "position" },
  { start: `${factHeader("traceparent")}:`, field: "traceparent" },
];
const numberOfLine: ReadonlyMap<string, number> = new Map(
  lines.map(({ start }, number) => [start, number]),
);

const lineEnd = "\r\n";

/** Reads a header block, `NATS/1.0` and a line for each header. A header that stands there twice counts once, the last one. */
export function factFromHead(sequence: number, head: string, data: Uint8Array): PublishedFact {
  const fact = { ...emptyFact, sequence, data };
  let expected = 0;
  let lineStart = head.indexOf(lineEnd) + lineEnd.length;
  while (lineStart >= lineEnd.length && lineStart < head.length) {
    const end = head.indexOf(lineEnd, lineStart);
    const lineStop = end === -1 ? head.length : end;
    const number = findLine(head, { lineStart, lineStop, expected });
    const line = lines[number];
    if (line !== undefined) {
      expected = number + 1;
      const { start, field } = line;
      if (field !== undefined) fact[field] = head.slice(lineStart + start.length, lineStop).trim();
    }
    lineStart = lineStop + lineEnd.length;
  }
  return fact;
}

/** Which one a line of a header block is; -1 where it is another header. */
function findLine(
  head: string,
  at: { readonly lineStart: number; readonly lineStop: number; readonly expected: number },
): number {
  const line = lines[at.expected];
  if (line !== undefined && head.startsWith(line.start, at.lineStart)) return at.expected;
  const colon = head.indexOf(":", at.lineStart);
  if (colon === -1 || colon >= at.lineStop) return -1;
  return numberOfLine.get(head.slice(at.lineStart, colon + 1)) ?? -1;
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
