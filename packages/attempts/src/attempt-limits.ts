/** A kind of money movement may have timings of its own in its `movement.ts`. Delays are milliseconds. */
export const attemptLimits = {
  /** From a call without a final response to the first status check; each later one waits twice as long. */
  statusCheckFirstMs: 1_000,
  /** Never less than `statusCheckFirstMs`. */
  statusCheckAcceptedFirstMs: 1_000,
  statusCheckMostMs: 30_000,
  /**
   * Of what a provider has and calls back about, until the order is called off: so much later it is seen if the callback is lost. Never
   * less than `statusCheckMostMs`, which alone counts where nobody calls back.
   */
  statusCheckWantedMostMs: 0,
  /** Of the same once it is called off, where the pause may be as long as the attempt is old; never less, either. */
  statusCheckUnwantedMostMs: 0,
  /** Of what is older than `reviewAfterMs` and still goes on by itself. */
  statusCheckLongMs: 300_000,
  /** What waits for something of our own is tried again after this, and then after twice as long each time. */
  notReadyMs: 1_000,
  notReadyMostMs: 30_000,
  /** Between a call and its repetition; it doubles with every call. */
  resendGraceMs: 3_000,
  resendMostMs: 300_000,
  reviewAfterMs: 3_600_000,
  /** The same for what the rail's rule can still bring to an end without a person: longer than any outage so far. */
  reviewRecoverableAfterMs: 604_800_000,
  statusCheckInReviewMs: 3_600_000,
  /** Behind an end; so many unanswered status checks, and then only the slowest ones. */
  statusChecksBehindEndMax: 168,
  statusCheckSlowestMs: 86_400_000,
  /** A property of the rail: for so long what has ended is checked late, whether the provider changed its word. */
  reversibleForMs: 0,
  /** Behind an end at this age nothing is checked any more; longer than every rail's `reversibleForMs`. */
  lateStatusChecksForMs: 31_536_000_000,
} as const;

export type AttemptLimits = { readonly [Name in keyof typeof attemptLimits]: number };
