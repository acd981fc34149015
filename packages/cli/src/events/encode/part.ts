import type { PublishedFact } from "@sanu/platform";

/** A file of an export while it is made: facts of one type and day, of one block of a stream. */
export interface Part {
  readonly add: (fact: PublishedFact) => void;
  /** The bytes of the file, before they are compressed where the format leaves that to us. */
  readonly pieces: () => readonly Uint8Array[];
}

/** Makes the file of one stream, type and day. */
export type PartMaker = (stream: string, type: string) => Part;
