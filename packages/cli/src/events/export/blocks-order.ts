import type { FactReader } from "../read/fact-reader.ts";
import type { BlocksWork } from "./make-blocks.ts";

/** A stream whose blocks are made. */
export type BlocksOrder = Omit<BlocksWork, "columnsOf" | "encodeTable" | "read"> & {
  readonly reader: FactReader;
};

/** Makes the blocks of streams, of one after the other. */
export interface BlockMaker {
  readonly make: (order: BlocksOrder, untilSequence: number) => Promise<void>;
  /** What is not made by then fails. */
  readonly close: () => Promise<void>;
}
