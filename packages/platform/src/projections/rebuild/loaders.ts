import { copyLineOf, encodeRows } from "../../database/copy-rows.ts";
import type { FoldedTable, OwnTable, SharedTable } from "../folded-table.ts";
import { applyChanges } from "./catch-up.ts";
import type { WholeStream } from "./read-streams.ts";
import type { SideTable } from "./side-table.ts";

export const loaderLimits = {
  /** Rows of one COPY: enough to be fast, few enough for a short transaction. */
  rowsPerCopy: 5_000,
  /** So long a text becomes bytes: what lives no longer than it has to costs the collector least. */
  encodedLetters: 65_536,
} as const;

export interface Loader<Event> {
  readonly table: string;
  readonly columns: readonly string[];
  readonly add: (stream: WholeStream<Event>) => void;
  /** Rows as COPY reads them, as soon as they are enough for one; none before. */
  readonly nextFullBatch: () => Buffer | undefined;
  readonly nextBatch: () => Buffer | undefined;
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

/** A stream's rows are final as soon as the stream is read, and are kept as they leave. */
function ownRows<Event>({ rowsOf, columns }: OwnTable<Event>): Rows<Event> {
  let encoded: Buffer[] = [];
  let text = "";
  let held = 0;
  const encode = (): void => {
    encoded.push(Buffer.from(text));
    text = "";
  };
  const nextBatch = (): Buffer | undefined => {
    if (held === 0) return undefined;
    encode();
    const batch = Buffer.concat(encoded);
    encoded = [];
    held = 0;
    return batch;
  };
  return {
    add({ events }) {
      for (const row of rowsOf(events)) {
        text += copyLineOf(row, columns);
        held += 1;
      }
      if (text.length >= loaderLimits.encodedLetters) encode();
    },
    nextFullBatch: () => (held < loaderLimits.rowsPerCopy ? undefined : nextBatch()),
    nextBatch,
  };
}

/** Rows that any later stream may still change are kept until the end. */
function sharedRows<Event>({ changesOf, columns }: SharedTable<Event>): Rows<Event> {
  const rows = new Map<string, object>();
  return {
    add({ events }) {
      applyChanges(rows, changesOf(events, 0));
    },
    nextFullBatch: () => undefined,
    nextBatch() {
      const batch: object[] = [];
      for (const [key, row] of rows) {
        batch.push(row);
        rows.delete(key);
        if (batch.length === loaderLimits.rowsPerCopy) break;
      }
      return batch.length === 0 ? undefined : encodeRows(batch, columns);
    },
  };
}
