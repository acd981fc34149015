import type { FoldedTable } from "../folded-table.ts";
import { applyChanges } from "./catch-up.ts";
import type { WholeStream } from "./read-streams.ts";
import type { SideTable } from "./side-table.ts";

/** Rows of one COPY: enough to be fast, few enough for a short transaction. */
export const loaderLimits = { rowsPerCopy: 5_000 } as const;

export interface Loader<Event> {
  readonly table: string;
  readonly columns: readonly string[];
  readonly add: (stream: WholeStream<Event>) => void;
  readonly nextFullBatch: () => readonly object[];
  readonly nextBatch: () => readonly object[];
  readonly isHolding: () => boolean;
}

export function createLoaders<Event>(
  tables: readonly FoldedTable<Event>[],
  sides: readonly SideTable[],
): readonly Loader<Event>[] {
  return tables.map((table, index) => {
    const into = { table: sides[index]?.side ?? table.table, columns: table.columns };
    return table.scope === "own"
      ? { ...into, ...ownRows(table) }
      : { ...into, ...sharedRows(table) };
  });
}

type Rows<Event> = Omit<Loader<Event>, "table" | "columns">;

/** A stream's rows are final as soon as the stream is read. */
function ownRows<Event>({
  rowsOf,
}: Extract<FoldedTable<Event>, { readonly scope: "own" }>): Rows<Event> {
  let rows: object[] = [];
  const nextBatch = (): readonly object[] => {
    const batch = rows.slice(0, loaderLimits.rowsPerCopy);
    rows = rows.slice(loaderLimits.rowsPerCopy);
    return batch;
  };
  return {
    add({ events }) {
      rows.push(...rowsOf(events));
    },
    nextFullBatch: () => (rows.length < loaderLimits.rowsPerCopy ? [] : nextBatch()),
    nextBatch,
    isHolding: () => rows.length > 0,
  };
}

/** Rows that any later stream may still change are kept until the end. */
function sharedRows<Event>({
  changesOf,
}: Extract<FoldedTable<Event>, { readonly scope: "shared" }>): Rows<Event> {
  const rows = new Map<string, object>();
  return {
    add({ events }) {
      applyChanges(rows, changesOf(events, 0));
    },
    nextFullBatch: () => [],
    nextBatch() {
      const batch: object[] = [];
      for (const [key, row] of rows) {
        batch.push(row);
        rows.delete(key);
        if (batch.length === loaderLimits.rowsPerCopy) break;
      }
      return batch;
    },
    isHolding: () => rows.size > 0,
  };
}
