import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import type { InlineProjection } from "./projection.ts";

/** A table that is only ever added to: none of its rows changes again. */
export interface EntriesDefinition<Event, Row extends object> {
  readonly name: string;
  readonly table: string;
  readonly keyColumns: readonly (keyof Row & string)[];
  readonly columns: readonly (keyof Row & string)[];
  /** What the event at that place of its stream adds; those behind it are not for it to know. */
  readonly entriesOf: (events: readonly Event[], place: number) => readonly Row[];
}

export function defineEntries<Event, Row extends object>(
  definition: EntriesDefinition<Event, Row>,
): InlineProjection<Event> {
  const { name, table, keyColumns, columns, entriesOf } = definition;
  const rowsOf = (events: readonly Event[], newFrom: number): readonly Row[] => {
    const rows: Row[] = [];
    for (let place = newFrom; place < events.length; place += 1) {
      rows.push(...entriesOf(events, place));
    }
    return rows;
  };
  return {
    name,
    table,
    ownRow(events, newFrom) {
      const rows = rowsOf(events, newFrom);
      return rows.length === 0 ? [] : [insertOf(table, columns, rows)];
    },
    sharedRows: () => [],
    folded: {
      name,
      table,
      columns,
      keyColumns,
      scope: "own",
      rowsOf: (events) => rowsOf(events, 0),
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
