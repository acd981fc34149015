import { promisify } from "node:util";
import { constants, gzip, zstdCompress } from "node:zlib";
import { compressionLevels } from "../limits.ts";
import type { ColumnsOf } from "./column.ts";
import type { Compression } from "./compressions.ts";
import { csvPart } from "./csv.ts";
import { jsonLinesPart } from "./json-lines.ts";
import { parquetPart } from "./parquet.ts";
import type { EncodeTable } from "./parquet-file.ts";
import type { PartContent, PartMaker } from "./part.ts";

export const exportFormats = ["jsonl", "csv", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface Encoding {
  readonly format: ExportFormat;
  readonly compression: Compression;
}

const endings: Readonly<Record<Compression, string>> = { none: "", gzip: ".gz", zstd: ".zst" };

/** `.jsonl.zst`; Parquet compresses inside, and says so inside. */
export function endingOf({ format, compression }: Encoding): string {
  return format === "parquet" ? ".parquet" : `.${format}${endings[compression]}`;
}

export function partMaker({ format, compression }: Encoding, columnsOf: ColumnsOf): PartMaker {
  switch (format) {
    case "jsonl":
      return (stream) => jsonLinesPart(stream);
    case "csv":
      return (stream, type) => csvPart(stream, columnsOf(type));
    case "parquet":
      return (stream, type) => parquetPart(stream, { type, compression, payload: columnsOf(type) });
  }
}

/** The bytes of a file. The same content gives the same bytes, with the same release of Node. */
export async function fileOf(
  { compression }: Encoding,
  content: PartContent,
  encodeTable: EncodeTable,
): Promise<readonly Uint8Array[]> {
  if ("columns" in content) return [await encodeTable(content)];
  if (compression === "none") return content;
  const whole = Buffer.concat(content);
  return [await (compression === "gzip" ? gzipped(whole) : zstandard(whole))];
}

function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  return promisify<Uint8Array, object, Uint8Array>(gzip)(bytes, { level: compressionLevels.gzip });
}

function zstandard(bytes: Uint8Array): Promise<Uint8Array> {
  const params = { [constants.ZSTD_c_compressionLevel]: compressionLevels.zstd };
  return promisify<Uint8Array, object, Uint8Array>(zstdCompress)(bytes, { params });
}
