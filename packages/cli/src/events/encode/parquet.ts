import type { Column } from "./column.ts";
import { type ColumnBuffer, columnBuffer } from "./column-buffer.ts";
import type { ParquetTable } from "./parquet-file.ts";
import type { Part } from "./part.ts";
import { type ReadCell, tableOf } from "./table-rows.ts";

/** A table that becomes a Parquet file once all facts are in it. */
export function parquetPart(
  stream: string,
  of: Pick<ParquetTable, "type" | "compression"> & { readonly payload: readonly Column[] },
): Part<ParquetTable> {
  const { type, compression } = of;
  const { columns, cells, payloadOf } = tableOf(stream, of.payload);
  const buffers = columns.map(({ kind }) => columnBuffer(kind));
  const fillers = buffers.map((buffer, index) => ({ buffer, cell: cells[index] ?? nothing }));
  let rows = 0;
  return {
    add(fact) {
      const payload = payloadOf(fact);
      let filled = 0;
      try {
        for (const { buffer, cell } of fillers) {
          buffer.add(cell(fact, payload));
          filled += 1;
        }
      } catch (error) {
        const { message } = error instanceof Error ? error : new Error(String(error));
        const what = `${columns[filled]?.name} of fact ${fact.sequence} of ${stream}`;
        throw new Error(`${what}: ${message}`, { cause: error });
      }
      rows += 1;
    },
    content: () => ({ type, compression, columns, values: valuesOf(buffers), rows }),
  };
}

const nothing: ReadCell = () => null;

function valuesOf(buffers: readonly ColumnBuffer[]) {
  return buffers.map((buffer) => buffer.values());
}
