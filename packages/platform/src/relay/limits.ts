/** Limits of the relay (architecture 2.3). */
export const relayLimits = {
  leaseMs: 5_000,
  leaseRenewMs: 1_000,
  /** The net under the wake-up message. */
  pollMs: 100,
  /** A transaction that hides committed facts mostly ends soon; the pause doubles up to `pollMs`. */
  heldBackMs: 2,
  /** How often the stream's end is compared with what was published. */
  inspectMs: 2_000,
  /** Facts read from the log at once. */
  batchRowsMax: 500,
  /** … and their payloads together, but for the last one. */
  batchBytesMax: 4_194_304,
  /** Publishes that are sent and not yet acknowledged. */
  inFlightMax: 1_000,
  inFlightBytesMax: 16_777_216,
  ackTimeoutMs: 4_000,
  /** The pause after a publish that was refused or not acknowledged. */
  retryMs: 100,
  /** The pause of a replica that does not lead, or that has no stream or no connection. */
  standbyMs: 500,
  /** The pause after the database or NATS failed. */
  faultPauseMs: 500,
  lagMeasureMs: 5_000,
} as const;

/** The relay's timings that tests change. */
export type RelayTimes = { readonly [Name in "pollMs" | "inspectMs"]: number };
