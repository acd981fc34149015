export const publishedFactLimits = {
  /** Facts that are handed on together. */
  batchFacts: 500,
  /** What is asked of a stream at once; the client asks for more when half of it is there. */
  streamBatchFacts: 2_000,
  logPageRows: 2_000,
  logPageBytes: 8_388_608,
  /** A stream that says nothing for so long although it has more is asked anew. */
  silenceMaxMs: 10_000,
  /** So often in a row; then it is an error. */
  silencesMax: 3,
  /** Headers are far shorter; behind more it is not looked for their begin. */
  headBytesMax: 16_384,
} as const;
