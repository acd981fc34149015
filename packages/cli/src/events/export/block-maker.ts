import { columnsOfType } from "../encode/columns.ts";
import { encodeHere } from "../encode/parquet-file.ts";
import { startTableEncoder } from "../encode/table-encoder.ts";
import type { FactReader } from "../read/fact-reader.ts";
import type { BlockMaker } from "./blocks-order.ts";
import { makeBlocks } from "./make-blocks.ts";
import { startBlockThread } from "./thread/threaded-maker.ts";

/**
 * What fits into one block is made here. More is made in a thread of its own where facts come in bytes, while this one receives
 * the next; facts of a log come out of its rows in this thread, and only Parquet is made in another.
 */
export function startBlockMaker(of: {
  readonly isLarge: boolean;
  readonly isParquet: boolean;
  readonly readers: readonly FactReader[];
}): BlockMaker {
  if (of.isLarge && of.readers.every(({ readBatches }) => readBatches !== undefined)) {
    return startBlockThread();
  }
  const encoder = of.isLarge && of.isParquet ? startTableEncoder() : undefined;
  const how = { columnsOf: columnsOfType, encodeTable: encoder?.encode ?? encodeHere };
  return {
    make: (order, untilSequence) =>
      makeBlocks({ ...order, ...how, read: order.reader.read }, untilSequence),
    close: async () => encoder?.close(),
  };
}
