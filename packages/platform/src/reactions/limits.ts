export const reactionLimits = {
  /** Aggregates; facts of one aggregate come one after the other. */
  concurrencyMax: 16,
  prefetchMax: 200,
  pullExpiresMs: 30_000,
  /** Of NATS, for each durable and for ever. Two that are missing tell of a lost request for messages; a lost connection is told by pings. */
  heartbeatMs: 5_000,
  requestTimeoutMs: 2_000,
  missingRetryMs: 250,
  /** While a fact waits or is being handled, NATS is told so; well below the acknowledgement's time limit. */
  workingEveryMs: 3_000,
  /** Tries before a failure that may pass parks the fact, and the pause before the second; it doubles. */
  attemptsMax: 3,
  attemptPauseMs: 50,
  awayRetryMs: 250,
  /** A peer that could not be asked is left alone for so long; the facts that need it are parked meanwhile. */
  peerRetryMs: 500,
  parkedPollMs: 500,
  /** What it grows to while nothing is parked: for what another process parked or a command made due. */
  parkedQuietPollMs: 5_000,
  parkedBatchMax: 20,
  /** A process that dies leaves what it took to wait so long; whoever is slower is met by the guard of handled facts. */
  parkedClaimMs: 10_000,
  parkedRetryMs: 5_000,
  parkedRetryMaxMs: 300_000,
  behindRetryMs: 30_000,
  /** Until a rolling release is through; doubles up to `parkedRetryMaxMs`. */
  releaseRetryMs: 15_000,
  /** After a database was lost: a failover without synchronous replication loses seconds. */
  recheckFactsMax: 2_000,
  recheckBatchMax: 50,
  /** What was lost is the end of what was committed: before so many that are there nothing is missing. */
  recheckHandledMin: 200,
  recheckAgeMs: 600_000,
  recheckPollMs: 1_000,
  /** A hint that spares questions after a refill: what was handled since it was saved is refused by its row in `handled`. */
  positionSaveMs: 5_000,
  /** What both grow to while there is nothing: whatever happens announces itself. */
  quietMs: 30_000,
  measureMs: 15_000,
  reasonLettersMax: 500,
} as const;
