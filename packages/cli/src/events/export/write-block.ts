import { join } from "node:path";
import type { ColumnsOf } from "../encode/column.ts";
import { namesOfColumns } from "../encode/columns-by-name.ts";
import { type Encoding, endingOf, fileOf } from "../encode/formats.ts";
import type { EncodeTable } from "../encode/parquet-file.ts";
import { eventLimits } from "../limits.ts";
import type { Block, BlockPart } from "./block.ts";
import type { ExportedFile } from "./manifest.ts";
import { syncFolder, writeFileWhole } from "./write-file.ts";

const sequenceDigits = 12;

/** `stream=TRANSACTIONS/type=TransactionPaid.v1/day=2026-11-21/000000000001.jsonl`: readers take the folders as columns. */
export function pathOfPart(of: {
  readonly stream: string;
  readonly part: Pick<BlockPart, "type" | "day">;
  readonly blockStart: number;
  readonly encoding: Encoding;
}): string {
  const [, , ...typeAndVersion] = of.part.type.split(".");
  const name = String(of.blockStart).padStart(sequenceDigits, "0");
  const folder = `stream=${of.stream}/type=${typeAndVersion.join(".")}/day=${of.part.day}`;
  return `${folder}/${name}${endingOf(of.encoding)}`;
}

export interface BlockWriting {
  readonly folder: string;
  readonly stream: string;
  readonly block: Block;
  readonly encoding: Encoding;
  readonly columnsOf: ColumnsOf;
  readonly encodeTable: EncodeTable;
}

/** Writes the files of a block, and brings them and their names to the disk. */
export async function writeBlock(work: BlockWriting): Promise<readonly ExportedFile[]> {
  const { folder, stream, block, encoding, columnsOf, encodeTable } = work;
  const blockStart = block.firstSequence();
  const files: ExportedFile[] = [];
  const parts = block.parts();
  const folders = new Set<string>();
  for (let first = 0; first < parts.length; first += eventLimits.writesMax) {
    const some = parts.slice(first, first + eventLimits.writesMax);
    const written = await Promise.all(
      some.map(async ({ part, ...about }) => {
        const path = pathOfPart({ stream, part: about, blockStart, encoding });
        const pieces = await fileOf(encoding, part.content(), encodeTable);
        for (const each of foldersOf(path)) folders.add(each);
        const columns = encoding.format === "jsonl" ? {} : namesOfColumns(columnsOf(about.type));
        const written = await writeFileWhole(join(folder, path), pieces);
        return { path, ...about, ...written, ...columns };
      }),
    );
    files.push(...written);
  }
  await Promise.all([...folders].map((each) => syncFolder(join(folder, each))));
  return files;
}

/** The folder of a file and those that it is in: each may be new. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}
