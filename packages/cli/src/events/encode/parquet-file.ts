import { gzipSync, constants as zlib, zstdCompressSync } from "node:zlib";
import { type ColumnSource, type ParquetWriteOptions, parquetWriteBuffer } from "hyparquet-writer";
import { compressionLevels } from "../limits.ts";
import type { Column, ColumnKind } from "./column.ts";
import type { ColumnValues } from "./column-buffer.ts";
import type { Compression } from "./compressions.ts";

/** Facts of one type, column by column, before they are a file: all of it can be handed to another thread. */
export interface ParquetTable {
  readonly type: string;
  readonly compression: Compression;
  readonly columns: readonly Column[];
  /** In the order of the columns. */
  readonly values: readonly ColumnValues[];
  readonly rows: number;
}

/** Makes the file of a table. */
export type EncodeTable = (table: ParquetTable) => Promise<Uint8Array>;

type SchemaElement = NonNullable<ParquetWriteOptions["schema"]>[number];

const elementOf: Readonly<Record<ColumnKind, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  id: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  instant: {
    type: "INT64",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
  },
  boolean: { type: "BOOLEAN" },
  json: { type: "BYTE_ARRAY", converted_type: "UTF8" },
};

const codecOf = { none: "UNCOMPRESSED", gzip: "GZIP", zstd: "ZSTD" } as const;

const compressors: NonNullable<ParquetWriteOptions["compressors"]> = {
  GZIP: (bytes) => gzipSync(bytes, { level: compressionLevels.gzip }),
  ZSTD: (bytes) =>
    zstdCompressSync(bytes, {
      params: { [zlib.ZSTD_c_compressionLevel]: compressionLevels.zstd },
    }),
};

/** In this thread, while nothing else goes on in it. */
export const encodeHere: EncodeTable = (table) => Promise.resolve(parquetFile(table));

/** The bytes of a Parquet file of one row group; each column has the type of its field, and its unit in the metadata. */
export function parquetFile(table: ParquetTable): Uint8Array<ArrayBuffer> {
  const { type, compression, columns, values, rows } = table;
  const bytes = parquetWriteBuffer({
    schema: [{ name: "root", num_children: columns.length }, ...columns.map(schemaElement)],
    columnData: columns.map((column, index) => sourceOf(column, values[index])),
    codec: codecOf[compression],
    compressors,
    rowGroupSize: Math.max(rows, 1),
    kvMetadata: metadataOf(type, columns),
    createdBy: "sanu",
  });
  return new Uint8Array(bytes);
}

function schemaElement({ name, kind }: Column): SchemaElement {
  return { name, repetition_type: "OPTIONAL", ...elementOf[kind] };
}

/** A dictionary of what hardly comes twice, and the least and the greatest of ids, are of no use to anybody and cost a third of the time. */
function sourceOf({ name }: Column, values: ColumnValues | undefined): ColumnSource {
  if (values === undefined) throw new Error(`The column ${name} has no values`);
  if ("wholes" in values) return { name, data: wholesOf(values), statistics: true };
  if ("bytes" in values) return { name, data: idsOf(values), encoding: "PLAIN", statistics: false };
  if ("answers" in values) {
    const data = Array.from(values.answers, (answer) => (answer === -1 ? null : answer === 1));
    return { name, data, statistics: false };
  }
  const { texts, numbers } = values;
  const data = Array.from(numbers, (number) => texts[number] ?? null);
  const isPlain = texts.length > numbers.length / 2;
  return { name, data, statistics: false, ...(isPlain && { encoding: "PLAIN" }) };
}

function wholesOf(values: Extract<ColumnValues, { wholes: unknown }>): unknown[] {
  const { wholes, nulls } = values;
  return Array.from(wholes, (whole, row) => (nulls[row] === 1 ? null : whole));
}

function idsOf({ bytes, lengths }: Extract<ColumnValues, { bytes: unknown }>): unknown[] {
  const ids: unknown[] = [];
  let from = 0;
  for (const length of lengths) {
    ids.push(length < 0 ? null : bytes.subarray(from, from + length));
    from += Math.max(length, 0);
  }
  return ids;
}

function metadataOf(type: string, columns: readonly Column[]) {
  const units = columns.flatMap(({ name, unit }) =>
    unit === undefined ? [] : [{ key: `sanu.unit.${name}`, value: unit }],
  );
  return [{ key: "sanu.type", value: type }, ...units];
}
