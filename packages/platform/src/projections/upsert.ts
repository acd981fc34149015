import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";

export function upsertInto<Row extends object>(
  table: string,
  {
    columns,
    keyColumns,
  }: {
    readonly columns: readonly (keyof Row & string)[];
    readonly keyColumns: readonly (keyof Row & string)[];
  },
): (row: Row) => Statement {
  const places = columns.map((_column, index) => `$${index + 1}`);
  const changes = columns
    .filter((column) => !keyColumns.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const text =
    `insert into ${table} (${columns.join(", ")}) values (${places.join(", ")}) ` +
    `on conflict (${keyColumns.join(", ")}) do update set ${changes.join(", ")}`;
  return (row) =>
    CompiledQuery.raw(
      text,
      columns.map((column) => row[column]),
    );
}
