export const traceLimits = {
  /** What a collector does not take in time is dropped and counted. */
  queueSpansMax: 2_048,
  batchSpansMax: 256,
  exportEveryMs: 1_000,
  exportTimeoutMs: 3_000,
  /** A collector that is away holds up no stop. */
  stopTimeoutMs: 1_500,
  attributeLettersMax: 128,
} as const;
