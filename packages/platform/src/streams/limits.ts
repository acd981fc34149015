export const streamLimits = {
  apiTimeoutMs: 5_000,
  /** Electing a leader takes a cluster up to 9 s. */
  readTriesMax: 3,
  reconnectWaitMs: 250,
  controllerIntervalMs: 2_000,
  /** What it grows to while nothing is missing; whatever is asked of a stream that is gone finds out by itself. */
  controllerQuietMs: 5_000,
  /** What looks as at the last look is looked at closely so often: each durable, and what it follows. */
  closeLookMs: 30_000,
  /** A fact and its headers; the payload alone is at most 64 KiB. */
  messageBytesMax: 80_000,
  /** A delivered fact that nobody acknowledged, because its process died, comes again after this time. */
  ackWaitMs: 10_000,
  ackPendingMax: 1_000,
} as const;
