import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { compressions } from "../encode/compressions.ts";
import { type Encoding, exportFormats } from "../encode/formats.ts";
import { compressionLevels, eventLimits } from "../limits.ts";
import { Selection } from "../read/selection.ts";
import { syncFolder, writeInPlace } from "./write-file.ts";

const DayChain = z.object({ day: z.string(), facts: z.number(), head: z.string() });

const ExportedFile = z.object({
  /** From the folder of the export on. */
  path: z.string(),
  type: z.string(),
  day: z.string(),
  firstSequence: z.number(),
  lastSequence: z.number(),
  facts: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** Its columns by name, of a table: a later release may know more of a fact, and would make another file of it. */
  columns: z.string().optional(),
});
export type ExportedFile = z.infer<typeof ExportedFile>;

const ExportedBlock = z.object({
  firstSequence: z.number(),
  lastSequence: z.number(),
  /** Of its last fact, in the log. */
  lastPosition: z.string(),
  /** The last block of a stream is exported anew once there is more. */
  isFull: z.boolean(),
  files: z.array(ExportedFile),
  /** Of the days that have facts in it, with all facts of the day so far. */
  days: z.array(DayChain),
});
export type ExportedBlock = z.infer<typeof ExportedBlock>;

/** What decides the bytes of an export, beside the facts. */
const ExportTerms = z.object({
  format: z.enum(exportFormats),
  compression: z.enum(compressions),
  selection: Selection,
  blockFacts: z.number(),
  blockBytes: z.number(),
  levels: z.object({ gzip: z.number(), zstd: z.number() }),
  /** By which rules a column of Parquet gets its type; 1, up to 0.2.0, had some moments and amounts as texts. */
  columnTypes: z.number().optional(),
  /** The compressors come with Node; two releases of it need not make the same bytes. */
  node: z.string(),
});
export type ExportTerms = z.infer<typeof ExportTerms>;

const Manifest = z.object({
  version: z.literal(1),
  terms: ExportTerms,
  streams: z.record(z.string(), z.object({ blocks: z.array(ExportedBlock) })),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = "manifest.json";

const columnTypesNow = 2;

/** The terms of an export by this release, with a number of facts for each block that need not be the usual one. */
export function termsOf(
  encoding: Encoding,
  selection: Selection,
  blockFacts: number = eventLimits.blockFacts,
): ExportTerms {
  const { blockBytes } = eventLimits;
  const node = process.versions.node;
  const levels = { ...compressionLevels };
  const terms = { ...encoding, selection, blockFacts, blockBytes, levels, node };
  return encoding.format === "parquet" ? { ...terms, columnTypes: columnTypesNow } : terms;
}

/** Whether this program makes the same bytes of the same facts: another release of Node need not, nor one that gives columns other types. */
export function canBeMadeAgain({ node, columnTypes, ...encoding }: ExportTerms): boolean {
  const now = termsOf(encoding, {});
  return node === now.node && columnTypes === now.columnTypes;
}

/** The manifest of an export. Throws where there is none, and where it is none. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, manifestName);
  if (!existsSync(file)) throw new Error(`${folder} holds no export: there is no ${manifestName}`);
  const read = Manifest.safeParse(readJson(file));
  if (!read.success) throw new Error(`${file} cannot be read: ${z.prettifyError(read.error)}`);
  return read.data;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be read: ${why}`, { cause: error });
  }
}

/** That of the folder, if it has one, else an empty one. Throws where the folder holds an export under other terms. */
export function openManifest(folder: string, terms: ExportTerms): Manifest {
  if (!existsSync(join(folder, manifestName))) return { version: 1, terms, streams: {} };
  const manifest = readManifest(folder);
  const differs = Object.entries(terms).find(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(manifest.terms[name as keyof ExportTerms]),
  );
  if (differs === undefined) return manifest;
  const there = JSON.stringify(manifest.terms[differs[0] as keyof ExportTerms]);
  const holds = there === undefined ? "of an earlier release, without" : "with";
  const has = there === undefined ? differs[0] : `${differs[0]} ${there}`;
  throw new Error(
    `${folder} holds an export ${holds} ${has}, and not ${JSON.stringify(differs[1])}: use a new folder`,
  );
}

/** Written beside the old one and put in its place at once: who is killed leaves one of the two. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, manifestName);
  const streams = Object.entries(manifest.streams).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  // Reading it brings the fields into one order, whoever made them: an export in one go has the same bytes.
  const sorted = Manifest.parse({ ...manifest, streams: Object.fromEntries(streams) });
  await writeInPlace(file, `${JSON.stringify(sorted, null, 1)}\n`);
  await syncFolder(folder);
}
