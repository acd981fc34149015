import { copyLineOf, encodeRows } from "../../database/copy-rows.ts";
import { type FoldedTable, keyTextOf, type OwnTable, type SharedTable } from "../folded-table.ts";
import { applyChanges } from "./catch-up.ts";
import type { WholeStream } from "./read-streams.ts";
import type { SideTable } from "./side-table.ts";

const loaderLimits = {
  /** Rows of one COPY: enough to be fast, few enough for a short transaction. */
  rowsPerCopy: 5_000,
  /** So long a text becomes bytes: what lives no longer than it has to costs the collector least. */
  encodedLetters: 65_536,
} as const;

/** Rows as COPY reads them. */
export interface Batch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly bytes: Buffer;
}

export interface Loader<Event> {
  readonly add: (stream: WholeStream<Event>) => void;
  /** None before there is enough for one. */
  readonly nextFullBatch: () => Batch | undefined;
  readonly nextBatch: () => Batch | undefined;
  /** What is not stored yet of all that was added until now. Where rows may change again they go to a table of parts. */
  readonly unstored: (checkpoint: number) => Iterable<Batch>;
  /** Rows of the table of parts, each as it was last. */
  readonly restore: (rows: readonly object[]) => void;
}

/** In the table of parts: which checkpoint stored the row. */
export const checkpointColumn = "rebuild_checkpoint";

export function createLoaders<Event>(
  tables: readonly FoldedTable<Event>[],
  sides: readonly SideTable[],
): readonly Loader<Event>[] {
  return sides.flatMap((side, index) => {
    const table = tables[index];
    if (table === undefined) return [];
    return table.scope === "own" ? [ownRows(table, side)] : [sharedRows(table, side)];
  });
}

/** A stream's rows are final as soon as the stream is read, and are kept as they leave. */
function ownRows<Event>({ rowsOf, columns }: OwnTable<Event>, { side }: SideTable): Loader<Event> {
  let encoded: Buffer[] = [];
  let text = "";
  let held = 0;
  const encode = (): void => {
    encoded.push(Buffer.from(text));
    text = "";
  };
  const nextBatch = (): Batch | undefined => {
    if (held === 0) return undefined;
    encode();
    const bytes = Buffer.concat(encoded);
    encoded = [];
    held = 0;
    return { table: side, columns, bytes };
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
    unstored() {
      const batch = nextBatch();
      return batch === undefined ? [] : [batch];
    },
    restore: () => undefined,
  };
}

/** Rows that any later stream may still change are kept until the end. */
function sharedRows<Event>(
  { changesOf, columns, keyColumns }: SharedTable<Event>,
  { side, parts }: SideTable,
): Loader<Event> {
  const rows = new Map<string, object>();
  let changed = new Set<string>();
  return {
    add({ events }) {
      applyChanges(rows, changesOf(events, 0), changed);
    },
    nextFullBatch: () => undefined,
    nextBatch() {
      const batch: object[] = [];
      for (const [key, row] of rows) {
        batch.push(row);
        rows.delete(key);
        if (batch.length === loaderLimits.rowsPerCopy) break;
      }
      if (batch.length === 0) return undefined;
      return { table: side, columns, bytes: encodeRows(batch, columns) };
    },
    unstored(checkpoint) {
      // A row is never changed but replaced: these stay what they are now.
      const unstored = [...changed].flatMap((key) => rows.get(key) ?? []);
      changed = new Set();
      return partsOf(unstored, { table: parts, columns, checkpoint });
    },
    restore(found) {
      for (const row of found) rows.set(keyTextOf(row, keyColumns), row);
    },
  };
}

function* partsOf(
  rows: readonly object[],
  into: {
    readonly table: string;
    readonly columns: readonly string[];
    readonly checkpoint: number;
  },
): Generator<Batch> {
  const { table, columns, checkpoint } = into;
  for (let first = 0; first < rows.length; first += loaderLimits.rowsPerCopy) {
    let text = "";
    for (const row of rows.slice(first, first + loaderLimits.rowsPerCopy)) {
      text += `${checkpoint}\t${copyLineOf(row, columns)}`;
    }
    yield { table, columns: [checkpointColumn, ...columns], bytes: Buffer.from(text) };
  }
}
