/** A kind of money movement may have timings of its own in its `movement.ts`. Delays are milliseconds. */
export const attemptLimits = {
  /** From a call without a final response to the first status check; each later one waits twice as long. */
  statusCheckFirstMs: 1_000,
  /** Never less than `statusCheckFirstMs`. */
  statusCheckAcceptedFirstMs: 1_000,
  statusCheckMostMs: 30_000,
  /** What waits for something of our own is tried again at this even pace: nobody outside is called more often. */
  notReadyMs: 1_000,
  resendGraceMs: 3_000,
  /** Deaths between the record of a call and the call count too; at the status checks' pace it is over half an hour. */
  callsMax: 60,
  reviewAfterMs: 3_600_000,
  statusCheckInReviewMs: 3_600_000,
  statusChecksInReviewMax: 168,
} as const;

export type AttemptLimits = { readonly [Name in keyof typeof attemptLimits]: number };
