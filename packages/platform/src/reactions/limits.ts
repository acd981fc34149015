/** Limits of reactions (architecture 2.5). */
export const reactionLimits = {
  /** Aggregates whose facts are handled at the same time; facts of one aggregate come one after the other. */
  concurrencyMax: 16,
  /** Facts asked for in advance. */
  prefetchMax: 200,
  pullExpiresMs: 10_000,
  heartbeatMs: 1_000,
  /** How long NATS may take to tell of a durable. */
  requestTimeoutMs: 2_000,
  /** The pause before a durable that is missing is looked for again. */
  missingRetryMs: 250,
  /** While a fact waits or is being handled, NATS is told so; well below the acknowledgement's time limit. */
  workingEveryMs: 3_000,
  /** Tries before a failure that may pass parks the fact, and the pause before the second; it doubles. */
  attemptsMax: 3,
  attemptPauseMs: 50,
  /** The pause while our own database is away or the service is closed; that parks nothing. */
  awayRetryMs: 250,
  /** A neighbour that could not be asked is left alone for so long; the facts that need it are parked meanwhile. */
  peerRetryMs: 500,
  /** Parked facts that are due are looked for this often … */
  parkedPollMs: 500,
  parkedBatchMax: 20,
  /** … belong to the replica that took them for so long … */
  parkedClaimMs: 30_000,
  /** … and come again after a pause that doubles with every failure. */
  parkedRetryMs: 5_000,
  parkedRetryMaxMs: 300_000,
  /** A fact that only waits behind another one is looked at by itself after this time. */
  behindRetryMs: 30_000,
  parkedListMax: 1_000,
  positionSaveMs: 1_000,
  measureMs: 5_000,
  reasonLettersMax: 500,
} as const;
