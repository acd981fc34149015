import { streamName } from "@sanu/contracts";
import { type FactPlace, factsStart } from "@sanu/platform";
import type { FactReader } from "../read/fact-reader.ts";
import type { BlockMaker } from "./blocks-order.ts";
import { type ExportedBlock, type Manifest, writeManifest } from "./manifest.ts";

export interface StreamExport {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly reader: FactReader;
  readonly maker: BlockMaker;
  readonly onProgress?: (factsRead: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Exports what a stream has and the folder has not, in blocks whose files stand in the manifest once all of them are on the
 * disk. Killed at any moment it goes on behind the last full block of the manifest, and makes the same bytes as at once.
 */
export async function exportStream(work: StreamExport, untilSequence: number): Promise<void> {
  const { folder, manifest, reader, onProgress, signal } = work;
  const stream = streamName("", reader.service);
  const blocks = (manifest.streams[stream]?.blocks ?? []).filter(({ isFull }) => isFull);
  const last = blocks.at(-1);
  const onMade = async (made: ExportedBlock): Promise<void> => {
    blocks.push(made);
    manifest.streams[stream] = { blocks: [...blocks] };
    await writeManifest(folder, manifest);
  };
  const behind = {
    start: last === undefined ? factsStart : placeOf(last),
    days: blocks.flatMap(({ days }) => days),
  };
  const about = { folder, stream, terms: manifest.terms, reader, onMade, onProgress, signal };
  await work.maker.make({ ...about, ...behind }, untilSequence);
}

/** Of a block's last fact. */
export function placeOf({ lastSequence, lastPosition }: ExportedBlock): FactPlace {
  return { sequence: lastSequence, position: lastPosition };
}
