import { type Column, unknownColumns } from "./column.ts";

/** The columns of a table as the manifest of an export says them. */
export function namesOfColumns(columns: readonly Column[]): { readonly columns: string } {
  return { columns: columns.map(({ name }) => name).join(",") };
}

/** The columns that a table was made with, of those that are known now; of a type that nobody knew then, the one of unknown types. */
export function columnsByName(names: string, known: readonly Column[]): readonly Column[] {
  return names
    .split(",")
    .flatMap((each) => [...known, ...unknownColumns].find(({ name }) => name === each) ?? []);
}
