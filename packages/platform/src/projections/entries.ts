import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import type { InlineProjection } from "./projection.ts";

/** A table that is only ever added to: none of its rows changes again. */
export interface EntriesDefinition<Event, Row extends object> {
  readonly name: string;
  readonly table: string;
  readonly keyColumns: readonly (keyof Row & string)[];
  readonly columns: readonly (keyof Row & string)[];
  /** `history` is what happened to the stream before the event. */
  readonly entriesOf: (history: readonly Event[], event: Event) => readonly Row[];
}

export function defineEntries<Event, Row extends object>(
  definition: EntriesDefinition<Event, Row>,
): InlineProjection<Event> {
  const { name, table, keyColumns, columns, entriesOf } = definition;
  const rowsOf = (history: readonly Event[], events: readonly Event[]): readonly Row[] =>
    events.flatMap((event, index) => entriesOf([...history, ...events.slice(0, index)], event));
  return {
    name,
    table,
    ownRow(history, events) {
      const rows = rowsOf(history, events);
      return rows.length === 0 ? [] : [insertOf(table, columns, rows)];
    },
    sharedRows: () => [],
    folded: {
      name,
      table,
      columns,
      keyColumns,
      scope: "own",
      rowsOf: (events) => rowsOf([], events),
    },
  };
}

function insertOf<Row extends object>(
  table: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Statement {
  const places = rows.map((_row, line) => {
    const first = line * columns.length;
    return `(${columns.map((_column, index) => `$${first + index + 1}`).join(", ")})`;
  });
  return CompiledQuery.raw(
    `insert into ${table} (${columns.join(", ")}) values ${places.join(", ")}`,
    rows.flatMap((row) => columns.map((column) => row[column])),
  );
}
