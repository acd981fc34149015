import { gzipSync, constants as zlib, zstdCompressSync } from "node:zlib";
import type { PublishedFact } from "@sanu/platform";
import { type ColumnSource, type ParquetWriteOptions, parquetWriteBuffer } from "hyparquet-writer";
import { compressionLevels } from "../limits.ts";
import type { Column, ColumnKind } from "./columns.ts";
import type { Compression } from "./compressions.ts";
import type { Part } from "./part.ts";
import { tableOfType } from "./table-rows.ts";

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

/** A Parquet file of one row group; each column has the type of its field, and its unit in the metadata. */
export function parquetPart(stream: string, type: string, compression: Compression): Part {
  const { columns, cells, payloadOf } = tableOfType(stream, type);
  const values: unknown[][] = columns.map(() => []);
  // For every fact, so nothing is made for it but what stays.
  const adders = columns.map(({ kind }, index) => {
    const [own, cell] = [values[index] ?? [], cells[index]];
    return (fact: PublishedFact, payload: unknown) =>
      void own.push(valueOf(kind, cell?.(fact, payload) ?? null));
  });
  return {
    add(fact) {
      const payload = payloadOf(fact);
      for (const add of adders) add(fact, payload);
    },
    pieces() {
      const bytes = parquetWriteBuffer({
        schema: [{ name: "root", num_children: columns.length }, ...columns.map(schemaElement)],
        columnData: columns.map((column, index) => sourceOf(column, values[index] ?? [])),
        codec: codecOf[compression],
        compressors,
        rowGroupSize: values[0]?.length ?? 1,
        kvMetadata: metadataOf(type, columns),
        createdBy: "sanu",
      });
      return [new Uint8Array(bytes)];
    },
  };
}

function schemaElement({ name, kind }: Column): SchemaElement {
  return { name, repetition_type: "OPTIONAL", ...elementOf[kind] };
}

/** A dictionary and the least and the greatest of ids are of no use to anybody, and cost a third of the time. */
function sourceOf({ name, kind }: Column, data: unknown[]): ColumnSource {
  if (kind === "id") return { name, data: bytesOf(data), encoding: "PLAIN", statistics: false };
  return { name, data, statistics: kind === "integer" || kind === "instant" };
}

/** Of texts. Node makes small ones in a pool; the library makes an array of its own for each. */
function bytesOf(texts: readonly unknown[]): unknown[] {
  return texts.map((text) => (typeof text === "string" ? Buffer.from(text) : text));
}

function metadataOf(type: string, columns: readonly Column[]) {
  const units = columns.flatMap(({ name, unit }) =>
    unit === undefined ? [] : [{ key: `sanu.unit.${name}`, value: unit }],
  );
  return [{ key: "sanu.type", value: type }, ...units];
}

function valueOf(kind: ColumnKind, value: unknown): unknown {
  if (value === null) return null;
  switch (kind) {
    case "integer":
      return BigInt(value as string | number);
    case "instant":
      return microsOf(value as string);
    case "boolean":
      return value === true;
    case "text":
    case "id":
      return typeof value === "string" ? value : JSON.stringify(value);
    case "json":
      return JSON.stringify(value);
  }
}

const dayLetters = "2026-11-21".length;
let lastDay = "";
let lastDayMicros = 0;

/** Microseconds since 1970; exact, because they stay far below 2^53. Facts of one file are of few days. */
function microsOf(instant: string): bigint {
  const day = instant.slice(0, dayLetters);
  if (day !== lastDay) {
    lastDay = day;
    lastDayMicros = Date.parse(day) * 1_000;
  }
  const [hours, minutes] = [Number(instant.slice(11, 13)), Number(instant.slice(14, 16))];
  const micros = Number(instant.slice(17, 19) + instant.slice(20, 26));
  return BigInt(lastDayMicros + (hours * 60 + minutes) * 60_000_000 + micros);
}
