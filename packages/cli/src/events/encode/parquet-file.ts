import { gzipSync, constants as zlib, zstdCompressSync } from "node:zlib";
import { type ColumnSource, type ParquetWriteOptions, parquetWriteBuffer } from "hyparquet-writer";
import { compressionLevels } from "../limits.ts";
import type { ColumnValues } from "./column-buffer.ts";
import type { Column, ColumnKind } from "./columns.ts";
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

/** A dictionary and the least and the greatest of ids are of no use to anybody, and cost a third of the time. */
function sourceOf({ name, kind }: Column, values: ColumnValues | undefined): ColumnSource {
  if (values === undefined) throw new Error(`The column ${name} has no values`);
  if ("wholes" in values) return { name, data: wholesOf(values), statistics: true };
  if ("answers" in values) {
    const data = Array.from(values.answers, (answer) => (answer === -1 ? null : answer === 1));
    return { name, data, statistics: false };
  }
  if (kind !== "id") return { name, data: textsOf(values), statistics: false };
  return { name, data: bytesOf(values), encoding: "PLAIN", statistics: false };
}

function wholesOf(values: Extract<ColumnValues, { wholes: unknown }>): unknown[] {
  const { wholes, nulls } = values;
  return Array.from(wholes, (whole, row) => (nulls[row] === 1 ? null : whole));
}

function textsOf({ texts, lengths }: Extract<ColumnValues, { texts: unknown }>): unknown[] {
  return cut(lengths, (from, until) => texts.slice(from, until));
}

/** Of texts. They are made at once, because ids are the most of a fact; where a letter takes more than a byte, one by one. */
function bytesOf(values: Extract<ColumnValues, { texts: unknown }>): unknown[] {
  const { buffer, byteOffset, length } = Buffer.from(values.texts);
  if (length === values.texts.length) {
    return cut(
      values.lengths,
      (from, until) => new Uint8Array(buffer, byteOffset + from, until - from),
    );
  }
  return textsOf(values).map((text) => (typeof text === "string" ? Buffer.from(text) : text));
}

function cut(lengths: Int32Array, piece: (from: number, until: number) => unknown): unknown[] {
  const pieces: unknown[] = [];
  let from = 0;
  for (const length of lengths) {
    pieces.push(length < 0 ? null : piece(from, from + length));
    from += Math.max(length, 0);
  }
  return pieces;
}

function metadataOf(type: string, columns: readonly Column[]) {
  const units = columns.flatMap(({ name, unit }) =>
    unit === undefined ? [] : [{ key: `sanu.unit.${name}`, value: unit }],
  );
  return [{ key: "sanu.type", value: type }, ...units];
}
