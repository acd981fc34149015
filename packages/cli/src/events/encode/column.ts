/**
 * What a column of a table holds: whole numbers have 64 bits, a moment microseconds in UTC, `json` what has no one shape. An id is
 * a text that hardly ever comes twice.
 */
export type ColumnKind = "text" | "id" | "integer" | "instant" | "boolean" | "json";

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Of an amount; where it says `currency`, the column of that name beside it does. */
  readonly unit?: string;
  /** Where the value stands in the payload. */
  readonly path: readonly string[];
}

/** The columns of a fact's payload, by its type. */
export type ColumnsOf = (type: string) => readonly Column[];

/** Of a type that nobody knows here. */
export const unknownColumns: readonly Column[] = [{ name: "data", kind: "json", path: [] }];
