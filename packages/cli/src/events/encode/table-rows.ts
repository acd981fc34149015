import type { PublishedFact } from "@sanu/platform";
import type { Column } from "./column.ts";

/** What every fact has, beside what it says. Its stream, type and day are the folders of its file. */
const headerColumns = [
  { name: "sequence", kind: "integer" },
  { name: "id", kind: "id" },
  { name: "aggregateId", kind: "id" },
  { name: "time", kind: "instant" },
  { name: "position", kind: "id" },
  { name: "correlationId", kind: "id" },
  { name: "causationId", kind: "id" },
  { name: "traceparent", kind: "id" },
] as const satisfies readonly Omit<Column, "path">[];

type Header = (typeof headerColumns)[number]["name"];

/** What a column has of a fact, and of its payload, which is read once; null where it is absent. */
export type ReadCell = (fact: PublishedFact, payload: unknown) => unknown;

/** Facts of one type as rows of a table. */
export interface Table {
  readonly columns: readonly Column[];
  /** In the order of the columns. */
  readonly cells: readonly ReadCell[];
  /** Throws where the payload is no JSON. */
  readonly payloadOf: (fact: PublishedFact) => unknown;
}

/** With the columns of the payload behind those of every fact. */
export function tableOf(stream: string, payload: readonly Column[]): Table {
  return {
    columns: [...headerColumns.map((column) => ({ ...column, path: [] })), ...payload],
    cells: [
      ...headerColumns.map(
        ({ name }): ReadCell =>
          (fact) =>
            headerOf(fact, name),
      ),
      ...payload.map(({ path }) => cellAt(path)),
    ],
    payloadOf: (fact) => readPayload(stream, fact),
  };
}

function headerOf(fact: PublishedFact, name: Header): unknown {
  const value = fact[name];
  return name === "traceparent" && value === "" ? null : value;
}

function readPayload(stream: string, { sequence, data }: PublishedFact): unknown {
  try {
    return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.length).toString());
  } catch {
    throw new Error(`The payload of fact ${sequence} of ${stream} is no JSON`);
  }
}

/** Nearly every field stands in the payload itself: then no path is walked. */
function cellAt(path: readonly string[]): ReadCell {
  const [name] = path;
  if (name === undefined || path.length > 1) return (_fact, payload) => valueAt(payload, path);
  return (_fact, payload) =>
    typeof payload === "object" && payload !== null
      ? ((payload as Readonly<Record<string, unknown>>)[name] ?? null)
      : null;
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value ?? null;
}
