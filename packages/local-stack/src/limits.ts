/** How long the local stack waits, and how often it tries, before it says what is wrong. */
export const stackLimits = {
  postgresReadyTimeoutMs: 60_000,
  natsReadyTimeoutMs: 30_000,
  programReadyTimeoutMs: 60_000,
  /** Longer than a service's own time to stop in order. */
  programStopTimeoutMs: 30_000,
  readyQuestionTimeoutMs: 2_000,
  jobTimeoutMs: 120_000,
  demoCallTimeoutMs: 30_000,
  demoPatienceMs: 30_000,
  demoPollMs: 100,
  /** The pauses grow to this, so that a slow purchase stays within what a user may ask in a minute. */
  demoPollLongestMs: 1_000,
  /** Longer than programs take to send what they did. */
  traceQuietMs: 1_500,
  tracePatienceMs: 8_000,
  serverStopTimeoutMs: 20_000,
  orphanStopTimeoutMs: 10_000,
  /** A server that lost its port to another process, or whose killed predecessor still lets go of memory. */
  startAttemptsMax: 40,
  readyPollMs: 40,
  freePortAttemptsMax: 200,
  logTailLinesMax: 20,
  logTailBytesMax: 16_384,
  /** A log larger than this is set aside as `<name>.log.1` at the next start. */
  logBytesMax: 10_000_000,
} as const;
