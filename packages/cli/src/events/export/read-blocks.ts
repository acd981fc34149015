import type { FactPlace } from "@sanu/platform";
import type { ColumnsOf } from "../encode/column.ts";
import { partMaker } from "../encode/formats.ts";
import type { FactReader } from "../read/fact-reader.ts";
import { selects } from "../read/selects.ts";
import { type Block, createBlock } from "./block.ts";
import { createChains, type DayChain } from "./chain.ts";
import type { ExportTerms } from "./manifest.ts";

export interface ReadBlock {
  readonly block: Block;
  readonly isFull: boolean;
  readonly days: readonly DayChain[];
}

export interface BlockSource {
  readonly stream: string;
  readonly read: FactReader["read"];
  readonly terms: ExportTerms;
  readonly columnsOf: ColumnsOf;
  /** Where a block begins, and the days as they were in front of it. */
  readonly start: FactPlace;
  readonly days: readonly DayChain[];
  readonly onProgress?: ((factsRead: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A stream in the blocks of its export, encoded and not written. The last one need not be full. */
export async function* readBlocks(
  source: BlockSource,
  untilSequence: number,
): AsyncGenerator<ReadBlock> {
  const { stream, read, terms, start, columnsOf, onProgress, signal } = source;
  const blockTerms = { stream, makePart: partMaker(terms, columnsOf), ...terms };
  const chains = createChains(source.days);
  const isSelected = selects(terms.selection);
  let block = createBlock(blockTerms, start);
  for await (const batch of read(start, untilSequence)) {
    signal?.throwIfAborted();
    for (const fact of batch) {
      const isWanted = isSelected(fact);
      if (isWanted) chains.add(fact);
      block.add(fact, isWanted);
      if (!block.isFull()) continue;
      yield { block, isFull: true, days: chains.endBlock() };
      block = createBlock(blockTerms, block.last());
    }
    onProgress?.(batch.length);
  }
  if (block.firstSequence() > 0) yield { block, isFull: false, days: chains.endBlock() };
}
