import { columnTypes } from "./types.ts";

/** A column of an answer as Postgres describes it. */
export interface RowField {
  readonly name: string;
  readonly dataTypeID: number;
}

export type ReadRow = (values: readonly (string | null)[]) => object;

/** Makes the reader of an answer's rows, once for all of them. */
export function rowReader(fields: readonly RowField[]): ReadRow {
  const columns = fields.map(({ name, dataTypeID }) => ({
    name,
    read: columnTypes.getTypeParser(dataTypeID, "text") as (text: string) => unknown,
  }));
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, read }] of columns.entries()) {
      const text = values[index];
      row[name] = text === null || text === undefined ? null : read(text);
    }
    return row;
  };
}
