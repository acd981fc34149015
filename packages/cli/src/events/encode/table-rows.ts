import type { PublishedFact } from "@sanu/platform";
import { type Column, columnsOfType } from "./columns.ts";

/** What every fact has, beside what it says. Its stream, type and day are the folders of its file. */
const headerColumns = [
  { name: "sequence", kind: "integer" },
  { name: "id", kind: "id" },
  { name: "aggregateId", kind: "id" },
  { name: "time", kind: "instant" },
  { name: "position", kind: "id" },
  { name: "correlationId", kind: "id" },
  { name: "causationId", kind: "id" },
  { name: "traceparent", kind: "text" },
] as const satisfies readonly Omit<Column, "path">[];

type Header = (typeof headerColumns)[number]["name"];

/** Facts of one type as rows of a table. */
export interface Table {
  readonly columns: readonly Column[];
  /** In the order of the columns; what is absent is null. Throws where the payload is no JSON. */
  readonly rowOf: (fact: PublishedFact) => readonly unknown[];
}

export function tableOfType(stream: string, type: string): Table {
  const payload = columnsOfType(type);
  return {
    columns: [...headerColumns.map((column) => ({ ...column, path: [] })), ...payload],
    rowOf(fact) {
      const data = readPayload(stream, fact);
      return [
        ...headerColumns.map(({ name }) => headerOf(fact, name)),
        ...payload.map(({ path }) => valueAt(data, path)),
      ];
    },
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

function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value ?? null;
}
