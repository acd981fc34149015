/** Limits of asking and answering over NATS. */
export const messagingLimits = {
  connectTimeoutMs: 5_000,
  reconnectWaitMs: 250,
  /** A connection that stays silent for two of these is taken for dead. */
  pingIntervalMs: 2_000,
  /** The longest anybody waits for an answer; a request may name less. */
  askTimeoutMs: 5_000,
  /** Asks that one service works on at the same time; more wait, and beyond `queueMax` are turned away. */
  concurrencyMax: 64,
  queueMax: 512,
  /** NATS's own default for a message. */
  payloadBytesMax: 1_048_576,
} as const;

/** The oldest NATS server this system runs on (architecture 2.11). */
export const natsVersionMin = "2.12.0";
