/** A read table as a fold over whole streams, its row type closed over. */
export type FoldedTable<Event> = OwnTable<Event> | SharedTable<Event>;

interface TablePlaces {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly keyColumns: readonly string[];
}

/** Each row is made of one stream alone, whose id is in the first key column. */
export interface OwnTable<Event> extends TablePlaces {
  readonly scope: "own";
  /** All rows that a stream makes. */
  readonly rowsOf: (events: readonly Event[]) => readonly object[];
}

/** Each row is fed by several streams; it does not matter which of them comes first. */
export interface SharedTable<Event> extends TablePlaces {
  readonly scope: "shared";
  /** What the last events of a stream change; `history` is what came before them. */
  readonly changesOf: (
    history: readonly Event[],
    events: readonly Event[],
  ) => readonly SharedChange[];
  /** Tells of a row that says the same as none. */
  readonly isEmpty?: (row: object) => boolean;
}

export interface SharedChange {
  /** In the order of the key columns. */
  readonly key: readonly string[];
  readonly change: (row: object | undefined) => object | undefined;
}

/** The key of a row as one text, the same for a number, a bigint and a text of the same digits. */
export function keyTextOf(row: object, keyColumns: readonly string[]): string {
  const values = row as Readonly<Record<string, unknown>>;
  return JSON.stringify(keyColumns.map((column) => String(values[column])));
}
