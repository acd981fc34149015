import type { PublishedFact } from "@sanu/platform";
import type { ParquetTable } from "./parquet-file.ts";

/** The pieces of a file of text before they are compressed, or a table that a file is still to be made of. */
export type PartContent = readonly Uint8Array[] | ParquetTable;

/** A file of an export while it is made: facts of one type and day, of one block of a stream. */
export interface Part<Content extends PartContent = PartContent> {
  readonly add: (fact: PublishedFact) => void;
  readonly content: () => Content;
}

/** Makes the file of one stream, type and day. */
export type PartMaker = (stream: string, type: string) => Part;
