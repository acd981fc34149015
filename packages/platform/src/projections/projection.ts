import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import type { FoldedTable } from "./folded-table.ts";
import { upsertInto } from "./upsert.ts";

export type ProjectionRow = object;

/**
 * `apply` is pure: the whole table can be thrown away and folded again from the log. `own`: one row for each stream,
 * made of that stream alone; its first key column is the stream's id. `shared`: several streams feed it, in any order.
 */
export interface ProjectionDefinition<Event, Row extends ProjectionRow> {
  readonly name: string;
  readonly table: string;
  readonly scope: "own" | "shared";
  readonly keyColumns: readonly (keyof Row & string)[];
  readonly columns: readonly (keyof Row & string)[];
  readonly key: (event: Event) => readonly string[] | undefined;
  readonly apply: (row: Row | undefined, event: Event) => Row | undefined;
}

/** It is read under a lock inside the append's transaction. */
export interface SharedRow {
  readonly lockName: string;
  readonly find: Statement;
  readonly write: (found: unknown) => Statement | undefined;
}

export interface InlineProjection<Event> {
  readonly name: string;
  readonly table: string;
  /** `events` are all of a stream; those from the place `newFrom` on are written with the statements. */
  readonly ownRow: (events: readonly Event[], newFrom: number) => readonly Statement[];
  readonly sharedRows: (events: readonly Event[]) => readonly SharedRow[];
  readonly folded: FoldedTable<Event>;
}

export interface Projection<Event, Row extends ProjectionRow> extends InlineProjection<Event> {
  readonly definition: ProjectionDefinition<Event, Row>;
}

/** `ownRow` folds what is known first and writes nothing where the row comes back unchanged, the same object. */
export function defineProjection<Event, Row extends ProjectionRow>(
  definition: ProjectionDefinition<Event, Row>,
): Projection<Event, Row> {
  const { name, table, scope, apply } = definition;
  const fold = (events: readonly Event[], from: Row | undefined) => events.reduce(apply, from);
  const upsert = upsertInto(table, definition);
  return {
    name,
    table,
    definition,
    ownRow(events, newFrom) {
      if (scope !== "own") return [];
      const before = fold(events.slice(0, newFrom), undefined);
      const after = fold(events.slice(newFrom), before);
      return after === undefined || after === before ? [] : [upsert(after)];
    },
    sharedRows: (events) => (scope === "shared" ? sharedRowsOf(definition, events, upsert) : []),
    folded: foldedTableOf(definition),
  };
}

function foldedTableOf<Event, Row extends ProjectionRow>({
  name,
  table,
  columns,
  keyColumns,
  scope,
  key,
  apply,
}: ProjectionDefinition<Event, Row>): FoldedTable<Event> {
  const places = { name, table, columns, keyColumns };
  if (scope === "own") {
    return {
      ...places,
      scope,
      rowsOf(events) {
        const row = events.reduce<Row | undefined>(apply, undefined);
        return row === undefined ? [] : [row];
      },
    };
  }
  return {
    ...places,
    scope,
    changesOf: (events, newFrom) =>
      events.slice(newFrom).flatMap((event) => {
        const of = key(event);
        if (of === undefined) return [];
        // What is found under a key was made by this very function or read from its table.
        return [{ key: of, change: (row) => apply(row as Row | undefined, event) }];
      }),
  };
}

function sharedRowsOf<Event, Row extends ProjectionRow>(
  definition: ProjectionDefinition<Event, Row>,
  events: readonly Event[],
  upsert: (row: Row) => Statement,
): readonly SharedRow[] {
  const { name, table, columns, keyColumns, apply } = definition;
  const byKey = Map.groupBy(events, (event) => JSON.stringify(definition.key(event) ?? null));
  byKey.delete("null");
  const wanted = keyColumns.map((column, index) => `${column} = $${index + 1}`).join(" and ");
  return [...byKey.values()].map((ofKey) => {
    const key = ofKey[0] === undefined ? [] : (definition.key(ofKey[0]) ?? []);
    return {
      lockName: `${name}:${key.join(":")}`,
      find: CompiledQuery.raw(`select ${columns.join(", ")} from ${table} where ${wanted}`, [
        ...key,
      ]),
      write(found) {
        // The row was selected by this projection's own columns from its own table.
        const row = ofKey.reduce(apply, found as Row | undefined);
        return row === undefined ? undefined : upsert(row);
      },
    };
  });
}
