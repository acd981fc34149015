import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import { countOf } from "./count-of.ts";
import type { SharedChange } from "./folded-table.ts";
import type { InlineProjection } from "./projection.ts";
import type { Guard } from "./rebuild/repair-totals.ts";

/** An event adds or takes away, or sets bits; it never has to know the row. */
export interface TotalsDefinition<Event, Row extends object> {
  readonly name: string;
  readonly table: string;
  readonly keyColumns: readonly (keyof Row & string)[];
  readonly countColumns: readonly (keyof Row & string)[];
  /** Whole numbers of which an event sets some bits, and none takes one away. */
  readonly maskColumns?: readonly (keyof Row & string)[];
  /** What the event at that place of its stream adds, which may be negative; those behind it are not for it to know. */
  readonly changeOf: (events: readonly Event[], place: number) => Row | undefined;
}

/** Written without being read: one statement adds, inside the append's batch. Two appends wait only on the same row. */
export function defineTotals<Event, Row extends object>(
  definition: TotalsDefinition<Event, Row>,
): InlineProjection<Event> {
  const { name, table } = definition;
  const add = additionTo(definition);
  return {
    name,
    table,
    ownRow: (events, newFrom) => addedBy(definition, events, newFrom).map(add),
    sharedRows: () => [],
    folded: foldedTotals(definition),
  };
}

/** Counts that somebody else writes, as a guard does in the append's transaction: only to verify and repair. */
export function foldTotals<Event, Row extends object>(
  definition: Omit<TotalsDefinition<Event, Row>, "maskColumns">,
): Guard<Event> {
  return foldedTotals(definition);
}

function foldedTotals<Event, Row extends object>(
  definition: TotalsDefinition<Event, Row>,
): Guard<Event> {
  const { name, table, keyColumns, countColumns, maskColumns = [] } = definition;
  const columns = [...keyColumns, ...countColumns, ...maskColumns];
  return {
    name,
    table,
    columns,
    keyColumns,
    countColumns,
    scope: "shared",
    isEmpty: (row) =>
      [...countColumns, ...maskColumns].every((column) => countOf(row, column) === 0n),
    changesOf: (events, newFrom): readonly SharedChange[] =>
      addedBy(definition, events, newFrom).map((added) => ({
        key: keyColumns.map((column) => String(added[column])),
        // What is found under a key has the columns of this table.
        change: (row) => (row === undefined ? added : sumOf(row as Row, added, definition)),
      })),
  };
}

/** One row for each key: nearly always one, or none. */
function addedBy<Event, Row extends object>(
  definition: TotalsDefinition<Event, Row>,
  events: readonly Event[],
  newFrom: number,
): readonly Row[] {
  const { keyColumns, changeOf } = definition;
  const rows: Row[] = [];
  for (let place = newFrom; place < events.length; place += 1) {
    const added = changeOf(events, place);
    if (added === undefined) continue;
    const known = rows.findIndex((row) => keyColumns.every((key) => row[key] === added[key]));
    const before = rows[known];
    if (before === undefined) rows.push(added);
    else rows[known] = sumOf(before, added, definition);
  }
  return rows;
}

type TotalsColumns<Row extends object> = Pick<
  TotalsDefinition<never, Row>,
  "countColumns" | "maskColumns"
>;

function sumOf<Row extends object>(
  one: Row,
  other: Row,
  { countColumns, maskColumns = [] }: TotalsColumns<Row>,
): Row {
  const sum = { ...one };
  // The columns of counts and masks hold whole numbers, which the row's type does not say.
  const into = sum as Record<string, unknown>;
  for (const column of countColumns) into[column] = countOf(one, column) + countOf(other, column);
  for (const column of maskColumns) into[column] = countOf(one, column) | countOf(other, column);
  return sum;
}

function additionTo<Row extends object>({
  table,
  keyColumns,
  countColumns,
  maskColumns = [],
}: Omit<TotalsDefinition<never, Row>, "changeOf">): (row: Row) => Statement {
  const columns = [...keyColumns, ...countColumns, ...maskColumns];
  const changes = [
    ...countColumns.map((column) => `${column} = total.${column} + excluded.${column}`),
    ...maskColumns.map((column) => `${column} = total.${column} | excluded.${column}`),
  ];
  const text =
    `insert into ${table} as total (${columns.join(", ")}) ` +
    `values (${columns.map((_column, index) => `$${index + 1}`).join(", ")}) ` +
    `on conflict (${keyColumns.join(", ")}) do update set ` +
    changes.join(", ");
  return (row) =>
    CompiledQuery.raw(
      text,
      columns.map((column) => row[column]),
    );
}
