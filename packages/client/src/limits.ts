/** Every bound of the client. */
export const clientLimits = {
  /** Of one call: the first try and those that follow it. */
  triesMax: 5,
  /** Of one call, with all its tries and pauses. A longer `Retry-After` is the caller's to wait for. */
  callMs: 60_000,
  /** Of one try; above the 8 s for which the API waits for its services. */
  tryMs: 20_000,
  /** Before the second try, doubled for each that follows. */
  pauseFirstMs: 300,
  pauseMaxMs: 5_000,
  /** Clients that were told the same `Retry-After` come back apart from each other by so much. */
  scatterMs: 250,
  /** A token that has less left than this is renewed before it is used. */
  refreshBeforeMs: 120_000,
  /** A stream is taken for broken after this: three times the API's sign of life. */
  streamSilenceMs: 30_000,
  /** Until a stream names its own pause. */
  streamPauseMs: 1_000,
  streamPauseMaxMs: 15_000,
  /** Following ends when so long nothing was heard of a transaction. */
  streamOutageMs: 300_000,
  eventLettersMax: 65_536,
} as const;
