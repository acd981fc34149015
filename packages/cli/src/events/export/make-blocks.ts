import type { EncodeTable } from "../encode/parquet-file.ts";
import type { ExportedBlock } from "./manifest.ts";
import { type BlockSource, type ReadBlock, readBlocks } from "./read-blocks.ts";
import { writeBlock } from "./write-block.ts";

export interface BlocksWork extends BlockSource {
  readonly folder: string;
  readonly encodeTable: EncodeTable;
  /** All files of the block are on the disk. */
  readonly onMade: (block: ExportedBlock) => Promise<void> | void;
}

/** Reads a stream and writes its blocks. */
export async function makeBlocks(work: BlocksWork, untilSequence: number): Promise<void> {
  const { folder, stream, terms, columnsOf, encodeTable, onMade } = work;
  const write = async ({ block, isFull, days }: ReadBlock): Promise<void> => {
    const how = { encoding: terms, columnsOf, encodeTable };
    const files = await writeBlock({ folder, stream, block, ...how });
    const { sequence: lastSequence, position: lastPosition } = block.last();
    const range = { firstSequence: block.firstSequence(), lastSequence, lastPosition };
    await onMade({ ...range, isFull, files: [...files], days: [...days] });
  };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const read of readBlocks(work, untilSequence)) {
      // One block is written while the next is read, and not more: memory stays bounded.
      await writing;
      writing = write(read);
      // It is thrown where it is waited for.
      writing.catch(() => undefined);
    }
  } finally {
    // Whatever ends it, nothing is written behind its end.
    await writing;
  }
}
