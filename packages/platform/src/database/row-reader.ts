import { columnTypes } from "./types.ts";

export interface RowField {
  readonly name: string;
  readonly dataTypeID: number;
}

export type ReadRow = (values: readonly (string | null)[]) => object;

export function rowReader(fields: readonly RowField[]): ReadRow {
  const columns = fields.map(({ name, dataTypeID }) => ({
    name,
    read: columnTypes.getTypeParser(dataTypeID, "text") as (text: string) => unknown,
  }));
  return (values) => {
    const row: Record<string, unknown> = {};
    // By number: this runs for every value that the database answers.
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      const text = values[index] ?? null;
      if (column !== undefined) row[column.name] = text === null ? null : column.read(text);
    }
    return row;
  };
}
