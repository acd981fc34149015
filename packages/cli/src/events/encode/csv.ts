import { byteSink } from "./byte-sink.ts";
import type { Column } from "./column.ts";
import type { Part } from "./part.ts";
import { tableOf } from "./table-rows.ts";

const needsQuotes = /[",\r\n]/;

/** RFC 4180: a line of names, then one for each fact. Nothing between two commas is null, `""` an empty text. */
export function csvPart(stream: string, payload: readonly Column[]): Part {
  const { columns, cells, payloadOf } = tableOf(stream, payload);
  const sink = byteSink();
  sink.addText(lineOf(columns.map(({ name }) => name)));
  return {
    add(fact) {
      const payload = payloadOf(fact);
      sink.addText(lineOf(cells.map((cell) => cell(fact, payload))));
    },
    content: sink.pieces,
  };
}

function lineOf(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
