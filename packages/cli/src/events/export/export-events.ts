import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { streamName } from "@sanu/contracts";
import type { Encoding } from "../encode/formats.ts";
import type { FactReader } from "../read/fact-reader.ts";
import type { Selection } from "../read/selection.ts";
import { startBlockMaker } from "./block-maker.ts";
import { exportStream, placeOf } from "./export-stream.ts";
import { type Manifest, manifestName, openManifest, termsOf, writeManifest } from "./manifest.ts";
import { oneAtATime } from "./one-at-a-time.ts";

export interface ExportProgress {
  readonly stream: string;
  readonly factsRead: number;
  readonly factsTotal: number;
}

export interface EventsExport {
  readonly folder: string;
  readonly encoding: Encoding;
  readonly selection: Selection;
  readonly blockFacts?: number | undefined;
  readonly readers: readonly FactReader[];
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Exports what there is at present, or what there is more than in the folder already. Returns how many facts it read. Throws where another
 * export writes into the folder.
 */
export async function exportEvents(work: EventsExport): Promise<number> {
  await mkdir(work.folder, { recursive: true });
  return oneAtATime(work.folder, () => exportWhatIsNew(work));
}

async function exportWhatIsNew(work: EventsExport): Promise<number> {
  const { folder, readers, onProgress } = work;
  const manifest = openManifest(folder, termsOf(work.encoding, work.selection, work.blockFacts));
  for (const reader of readers) await assertSameStream(folder, manifest, reader);
  const ranges = await Promise.all(
    readers.map(async (reader) => ({ reader, ...(await reader.findRange()) })),
  );
  const todo = ranges.map(({ reader, fromSequence, untilSequence }) => {
    const stream = streamName("", reader.service);
    const blocks = manifest.streams[stream]?.blocks ?? [];
    const done = blocks.findLast(({ isFull }) => isFull)?.lastSequence ?? fromSequence - 1;
    const isNew = untilSequence > (blocks.at(-1)?.lastSequence ?? fromSequence - 1);
    return { reader, stream, untilSequence, facts: isNew ? untilSequence - done : 0 };
  });
  const factsTotal = todo.reduce((sum, { facts }) => sum + facts, 0);
  const isLarge = factsTotal > manifest.terms.blockFacts;
  const isParquet = work.encoding.format === "parquet";
  const maker = startBlockMaker({ isLarge, isParquet, readers });
  let factsRead = 0;
  try {
    for (const { reader, stream, untilSequence, facts } of todo) {
      if (facts === 0) continue;
      const count = (read: number): void => {
        factsRead += read;
        onProgress?.({ stream, factsRead, factsTotal });
      };
      await exportStream({ ...work, reader, maker, manifest, onProgress: count }, untilSequence);
    }
  } finally {
    await maker.close();
  }
  if (!existsSync(join(folder, manifestName))) await writeManifest(folder, manifest);
  return factsRead;
}

/** Throws where the stream is not the one that was exported: what follows would not fit. */
async function assertSameStream(
  folder: string,
  manifest: Manifest,
  reader: FactReader,
): Promise<void> {
  const stream = streamName("", reader.service);
  const last = manifest.streams[stream]?.blocks.at(-1);
  if (last === undefined || (await reader.holds(placeOf(last)))) return;
  const what = `fact ${last.lastSequence} of ${folder}`;
  throw new Error(
    `${stream} does not hold ${what} any more: it was made anew, or the database was put back. Use a new folder`,
  );
}
