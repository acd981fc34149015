export const publishedFactLimits = {
  /** Facts that are handed on together. */
  batchFacts: 500,
  /** What a batch of a stream holds, if it is not one fact that is larger. */
  batchBytes: 524_288,
  /** What is asked of a stream at once; the client asks for more when half of it is there. */
  streamBatchFacts: 4_000,
  logPageRows: 500,
  logPageBytes: 8_388_608,
  /** A stream that says nothing for so many steps although it has more is asked anew. */
  silentStepMs: 1_000,
  silentStepsMax: 10,
  pullExpiresMs: 60_000,
  /** The server forgets a consumer that nobody has asked for so long. */
  consumerIdleMs: 300_000,
  /** So often in a row, with a pause that grows by a step; then it is an error. */
  silencesMax: 6,
  /** Headers are far shorter; behind more it is not looked for their begin. */
  headBytesMax: 16_384,
} as const;
