export type FoldedTable<Event> = OwnTable<Event> | SharedTable<Event>;

interface TablePlaces {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly keyColumns: readonly string[];
}

export interface OwnTable<Event> extends TablePlaces {
  readonly scope: "own";
  readonly rowsOf: (events: readonly Event[]) => readonly object[];
}

/** It does not matter which of the streams comes first. */
export interface SharedTable<Event> extends TablePlaces {
  readonly scope: "shared";
  /** What those of a stream's events change that stand at the place `newFrom` and behind it. */
  readonly changesOf: (events: readonly Event[], newFrom: number) => readonly SharedChange[];
  /** A row that says the same as none. */
  readonly isEmpty?: (row: object) => boolean;
}

export interface SharedChange {
  readonly key: readonly string[];
  readonly change: (row: object | undefined) => object | undefined;
}

/** The key of a row as one text, the same for a number, a bigint and a text of the same digits. */
export function keyTextOf(row: object, keyColumns: readonly string[]): string {
  const values = row as Readonly<Record<string, unknown>>;
  return JSON.stringify(keyColumns.map((column) => String(values[column])));
}
