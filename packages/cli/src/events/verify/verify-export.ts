import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { streamName } from "@sanu/contracts";
import { factsStart } from "@sanu/platform";
import type { Column } from "../encode/column.ts";
import { columnsOfType } from "../encode/columns.ts";
import { columnsByName } from "../encode/columns-by-name.ts";
import { fileOf } from "../encode/formats.ts";
import { encodeHere } from "../encode/parquet-file.ts";
import type { BlockPart } from "../export/block.ts";
import {
  canBeMadeAgain,
  type ExportedBlock,
  type ExportedFile,
  type ExportTerms,
  type Manifest,
  manifestName,
  readManifest,
} from "../export/manifest.ts";
import { lockName } from "../export/one-at-a-time.ts";
import { type ReadBlock, readBlocks } from "../export/read-blocks.ts";
import { pathOfPart } from "../export/write-block.ts";
import type { FactReader } from "../read/fact-reader.ts";

export interface ExportFinding {
  /** Of the streams that it was compared with. */
  readonly facts: number;
  readonly files: number;
  /** The first difference. */
  readonly difference: string | undefined;
  /** Whether the files were made again: another release of Node, or an earlier one of ours, need not make the same bytes. */
  readonly isMadeAgain: boolean;
}

/**
 * Compares an export with the streams that it came from: each file with its hash in the manifest, the chains of days with those
 * of the stream, and each file with what the stream makes of it now. Reads only.
 */
export async function verifyExport(
  folder: string,
  readers: readonly FactReader[],
  onProgress?: (facts: number) => void,
): Promise<ExportFinding> {
  const manifest = readManifest(folder);
  const isMadeAgain = canBeMadeAgain(manifest.terms);
  const streams = Object.entries(manifest.streams).map(
    ([name, { blocks }]) => [name, blocks.flatMap((block) => block.files)] as const,
  );
  const compared = new Set(readers.map(({ service }) => streamName("", service)));
  const files = streams.flatMap(([name, some]) => (compared.has(name) ? some : []));
  const facts = files.reduce((sum, file) => sum + file.facts, 0);
  const all = streams.flatMap(([, some]) => some);
  const difference =
    (await findAlteredFile(folder, all)) ??
    (await findOtherFacts({ manifest, readers, isMadeAgain, onProgress }));
  return { facts, files: files.length, difference, isMadeAgain };
}

/** Beside the files of facts. */
const ownNames: ReadonlySet<string> = new Set([manifestName, lockName]);

async function findAlteredFile(
  folder: string,
  files: readonly ExportedFile[],
): Promise<string | undefined> {
  for (const file of files) {
    const path = join(folder, file.path);
    if (!existsSync(path)) return `${file.path} is missing`;
    const sum = createHash("sha256");
    await pipeline(createReadStream(path), sum);
    if (sum.digest("hex") !== file.sha256) return `${file.path} was altered`;
  }
  const known = new Set(files.map(({ path }) => path));
  const strange = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ownNames.has(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .find((path) => !known.has(path));
  return strange === undefined ? undefined : `${strange} is not in the manifest`;
}

async function findOtherFacts(of: {
  readonly manifest: Manifest;
  readonly readers: readonly FactReader[];
  readonly isMadeAgain: boolean;
  readonly onProgress: ((facts: number) => void) | undefined;
}): Promise<string | undefined> {
  const { manifest, onProgress } = of;
  const { terms } = manifest;
  for (const reader of of.readers) {
    const stream = streamName("", reader.service);
    const blocks = manifest.streams[stream]?.blocks ?? [];
    const until = blocks.at(-1)?.lastSequence;
    if (until === undefined) continue;
    let at = 0;
    const columnsOf = (type: string) => columnsOfFile(blocks[at], type);
    const about = { stream, read: reader.read, terms, columnsOf };
    const source = { ...about, start: factsStart, days: [], onProgress };
    for await (const read of readBlocks(source, until)) {
      const block = blocks[at];
      const difference =
        findOtherDay(stream, block, read) ??
        (of.isMadeAgain && block ? await findOtherFile(stream, block, { read, terms }) : undefined);
      if (difference !== undefined) return difference;
      at += 1;
    }
    if (at < blocks.length) return `${stream} has fewer facts than its export`;
  }
  return undefined;
}

/** Those of the release that exported a block: a fact that has gained a field since has the same bytes without it. */
function columnsOfFile(block: ExportedBlock | undefined, type: string): readonly Column[] {
  const known = columnsOfType(type);
  const { columns } = block?.files.find((file) => file.type === type) ?? {};
  return columns === undefined ? known : columnsByName(columns, known);
}

function findOtherDay(
  stream: string,
  block: ExportedBlock | undefined,
  { days }: ReadBlock,
): string | undefined {
  if (block === undefined) return `${stream} has more facts than its export says of their range`;
  const names = new Set([...days, ...block.days].map(({ day }) => day));
  for (const name of [...names].toSorted()) {
    const is = days.find(({ day }) => day === name);
    const said = block.days.find(({ day }) => day === name);
    if (is?.head === said?.head && is?.facts === said?.facts) continue;
    const range = `${block.firstSequence} to ${block.lastSequence}`;
    return `${stream} has other facts on ${name} than the export, in sequences ${range}: ${is?.facts ?? 0} by then, exported ${said?.facts ?? 0}`;
  }
  return undefined;
}

async function findOtherFile(
  stream: string,
  block: ExportedBlock,
  of: { readonly read: ReadBlock; readonly terms: ExportTerms },
): Promise<string | undefined> {
  const { read, terms } = of;
  const made = read.block.parts();
  const pathOf = (part: BlockPart) =>
    pathOfPart({ stream, part, blockStart: block.firstSequence, encoding: terms });
  for (const file of block.files) {
    const part = made.find((one) => pathOf(one) === file.path);
    if (part === undefined) return `${file.path} has facts that ${stream} does not have`;
    const sum = createHash("sha256");
    for (const piece of await fileOf(terms, part.part.content(), encodeHere)) sum.update(piece);
    if (sum.digest("hex") !== file.sha256) return `${file.path} is not what ${stream} makes of it`;
  }
  if (made.length === block.files.length) return undefined;
  return `${stream} has facts in sequences ${block.firstSequence} to ${block.lastSequence} that no file has`;
}
