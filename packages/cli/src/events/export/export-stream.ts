import { streamName } from "@sanu/contracts";
import { type FactPlace, factsStart } from "@sanu/platform";
import { partMaker } from "../encode/formats.ts";
import type { FactReader } from "../read/fact-reader.ts";
import { selects } from "../read/selection.ts";
import { type Block, createBlock } from "./block.ts";
import { createChains } from "./chain.ts";
import { type ExportedBlock, type Manifest, writeManifest } from "./manifest.ts";
import { writeBlock } from "./write-block.ts";

export interface StreamExport {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly reader: FactReader;
  readonly onProgress?: (factsRead: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Exports what a stream has and the folder has not, in blocks whose files stand in the manifest once all of them are on the
 * disk. Killed at any moment it goes on behind the last full block of the manifest, and makes the same bytes as at once.
 */
export async function exportStream(work: StreamExport, untilSequence: number): Promise<void> {
  const { folder, manifest, reader } = work;
  const { terms } = manifest;
  const stream = streamName("", reader.service);
  const full = (manifest.streams[stream]?.blocks ?? []).filter(({ isFull }) => isFull);
  const start = await findStart(work, stream, full);
  const chains = createChains(full.flatMap(({ days }) => days));
  const isSelected = selects(terms.selection);
  const blockTerms = { stream, makePart: partMaker(terms), ...terms };
  const blocks = [...full];
  let writing: Promise<void> = Promise.resolve();
  const write = async (block: Block, about: Pick<ExportedBlock, "isFull" | "days">) => {
    const files = await writeBlock(folder, stream, block, terms);
    const { sequence: lastSequence, position: lastPosition } = block.last();
    const firstSequence = block.firstSequence();
    blocks.push({ firstSequence, lastSequence, lastPosition, ...about, files: [...files] });
    manifest.streams[stream] = { blocks: [...blocks] };
    await writeManifest(folder, manifest);
  };
  let block = createBlock(blockTerms, start);
  for await (const batch of reader.read(start, untilSequence)) {
    work.signal?.throwIfAborted();
    for (const fact of batch) {
      const isWanted = isSelected(fact);
      if (isWanted) chains.add(fact);
      block.add(fact, isWanted);
      if (!block.isFull()) continue;
      // One block is written while the next is read, and not more: memory stays bounded.
      await writing;
      writing = write(block, { isFull: true, days: [...chains.endBlock()] });
      writing.catch(() => undefined);
      block = createBlock(blockTerms, block.last());
    }
    work.onProgress?.(batch.length);
  }
  await writing;
  if (block.firstSequence() > 0) {
    await write(block, { isFull: false, days: [...chains.endBlock()] });
  }
}

/** Throws where the stream is not the one that was exported: what follows would not fit. */
async function findStart(
  { reader, folder }: StreamExport,
  stream: string,
  blocks: readonly ExportedBlock[],
): Promise<FactPlace> {
  const last = blocks.at(-1);
  if (last === undefined) return factsStart;
  const place = { sequence: last.lastSequence, position: last.lastPosition };
  if (await reader.holds(place)) return place;
  throw new Error(
    `${stream} does not hold fact ${place.sequence} of ${folder} any more: it was made anew, or the database was put back. Use a new folder`,
  );
}
