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
  /** What is added may be negative. */
  readonly changeOf: (history: readonly Event[], event: Event) => Row | undefined;
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
    ownRow: (history, events) => addedBy(definition, history, events).map(add),
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
    changesOf: (history, events): readonly SharedChange[] =>
      addedBy(definition, history, events).map((added) => ({
        key: keyColumns.map((column) => String(added[column])),
        // What is found under a key has the columns of this table.
        change: (row) => (row === undefined ? added : sumOf(row as Row, added, definition)),
      })),
  };
}

function addedBy<Event, Row extends object>(
  definition: TotalsDefinition<Event, Row>,
  history: readonly Event[],
  events: readonly Event[],
): readonly Row[] {
  const { keyColumns, changeOf } = definition;
  const rows = new Map<string, Row>();
  for (const [index, event] of events.entries()) {
    const added = changeOf([...history, ...events.slice(0, index)], event);
    if (added === undefined) continue;
    const key = JSON.stringify(keyColumns.map((column) => added[column]));
    const before = rows.get(key);
    rows.set(key, before === undefined ? added : sumOf(before, added, definition));
  }
  return [...rows.values()];
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
  const of = (column: keyof Row & string) =>
    [countOf(one, column), countOf(other, column)] as const;
  const sums = countColumns.map((column): [string, bigint] => {
    const [before, added] = of(column);
    return [column, before + added];
  });
  const masks = maskColumns.map((column): [string, bigint] => {
    const [before, added] = of(column);
    return [column, before | added];
  });
  return { ...one, ...Object.fromEntries([...sums, ...masks]) };
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
