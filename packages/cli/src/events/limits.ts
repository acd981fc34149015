export const eventLimits = {
  /** A block of a stream is exported at once, from fixed places on; a kill costs the work of one block. */
  blockFacts: 25_000,
  /** Of payloads: a block is kept in memory until it is written. */
  blockBytes: 33_554_432,
  /** A file begins small, because a block can have many, and grows in ever larger pieces. */
  pieceBytesMin: 4_096,
  pieceBytesMax: 1_048_576,
  /** Files of a block that are compressed and written at once. */
  writesMax: 4,
  /** Of the thread that makes Parquet files. Unbounded it would keep what it is done with; a block of long texts takes half of it. */
  threadMemory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  /** Of the thread that makes blocks: it has two of them in memory, one that is filled and one that is written. */
  blockThreadMemory: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
  /** Batches of facts that were read for that thread and are not in a block yet. */
  batchesAheadMax: 16,
  followEveryMs: 2_000,
  /** Facts that are looked up in the log at once, from the end of a stream back. */
  lostPageFacts: 1_000,
} as const;

/** A higher level is smaller and far slower; the bytes of an export depend on it. */
export const compressionLevels = { gzip: 4, zstd: 3 } as const;
