export const relayLimits = {
  leaseMs: 5_000,
  /** Whoever does not lead looks so often whether the lease is free. */
  leaseRenewMs: 1_000,
  /** Whoever leads renews it so often, each time in a commit: it outlives a renewal that takes up to three seconds. */
  leaseHeldRenewMs: 2_000,
  /** The net under the wake-up message. */
  pollMs: 100,
  /** What it grows to while nothing is published: for the wake-up of another replica that was lost. */
  quietPollMs: 5_000,
  /** A transaction that hides committed facts mostly ends soon; the pause doubles up to `pollMs`. */
  heldBackMs: 2,
  /** From this pause on it is looked which of the open transactions append at all. */
  unrelatedSearchMs: 16,
  /** How often the stream's end is compared with what was published. */
  inspectMs: 2_000,
  /** What that grows to while nothing is published: what the stream lost then, everybody who listened had heard. */
  quietInspectMs: 5_000,
  batchRowsMax: 500,
  batchBytesMax: 4_194_304,
  inFlightMax: 1_000,
  inFlightBytesMax: 16_777_216,
  /** An acknowledgement is asked for by the last fact of a batch, and between by every so many; it speaks for all before it. */
  ackEveryFacts: 64,
  ackEveryBytes: 262_144,
  ackTimeoutMs: 4_000,
  retryMs: 100,
  standbyMs: 500,
  faultPauseMs: 500,
  /** As often as somebody usually scrapes. */
  lagMeasureMs: 15_000,
} as const;

export type RelayTimes = {
  readonly [Name in "pollMs" | "inspectMs" | "standbyMs" | "leaseRenewMs"]: number;
};
