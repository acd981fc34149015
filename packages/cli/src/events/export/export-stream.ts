import { streamName } from "@sanu/contracts";
import { type FactPlace, factsStart } from "@sanu/platform";
import type { EncodeTable } from "../encode/table-encoder.ts";
import type { FactReader } from "../read/fact-reader.ts";
import { type ExportedBlock, type Manifest, writeManifest } from "./manifest.ts";
import { type ReadBlock, readBlocks } from "./read-blocks.ts";
import { writeBlock } from "./write-block.ts";

export interface StreamExport {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly reader: FactReader;
  readonly encodeTable?: EncodeTable | undefined;
  readonly onProgress?: (factsRead: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Exports what a stream has and the folder has not, in blocks whose files stand in the manifest once all of them are on the
 * disk. Killed at any moment it goes on behind the last full block of the manifest, and makes the same bytes as at once.
 */
export async function exportStream(work: StreamExport, untilSequence: number): Promise<void> {
  const { folder, manifest, reader, encodeTable, onProgress, signal } = work;
  const { terms } = manifest;
  const stream = streamName("", reader.service);
  const blocks = (manifest.streams[stream]?.blocks ?? []).filter(({ isFull }) => isFull);
  const last = blocks.at(-1);
  const start = last === undefined ? factsStart : placeOf(last);
  const days = blocks.flatMap((block) => block.days);
  const write = async ({ block, ...about }: ReadBlock): Promise<void> => {
    const files = await writeBlock({ folder, stream, block, encoding: terms, encodeTable });
    const { sequence: lastSequence, position: lastPosition } = block.last();
    const range = { firstSequence: block.firstSequence(), lastSequence, lastPosition };
    blocks.push({ ...range, isFull: about.isFull, days: [...about.days], files: [...files] });
    manifest.streams[stream] = { blocks: [...blocks] };
    await writeManifest(folder, manifest);
  };
  let writing: Promise<void> = Promise.resolve();
  const source = { reader, terms, start, days, onProgress, signal };
  for await (const read of readBlocks(source, untilSequence)) {
    // One block is written while the next is read, and not more: memory stays bounded.
    await writing;
    writing = write(read);
    // It is thrown where it is waited for.
    writing.catch(() => undefined);
  }
  await writing;
}

/** Of a block's last fact. */
export function placeOf({ lastSequence, lastPosition }: ExportedBlock): FactPlace {
  return { sequence: lastSequence, position: lastPosition };
}
