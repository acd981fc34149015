/** Every pace and bound of attempts. Delays are milliseconds. */
export const attemptLimits = {
  /** From a call without a final response to the first status check. */
  statusCheckFirstMs: 1_000,
  /** The same once the provider has said that it has the order; never less than `statusCheckFirstMs`. */
  statusCheckAcceptedFirstMs: 1_000,
  /** Each later one waits twice as long, up to this. */
  statusCheckMostMs: 30_000,
  /** What waits for something of our own is tried again at this even pace: nobody outside is called more often. */
  notReadyMs: 1_000,
  /** A key that the provider does not know is not sent again before this. */
  resendGraceMs: 3_000,
  /**
   * Deaths between the record of a call and the call itself count as well. Each resend follows a status check, at its pace,
   * so this reaches over half an hour.
   */
  callsMax: 60,
  /** After this a person is asked to look; status checks go on, slowly. */
  reviewAfterMs: 3_600_000,
  statusCheckInReviewMs: 3_600_000,
  statusChecksInReviewMax: 168,
} as const;

/** The delays and bounds of `nextStep` and `attemptAfter`; tests shorten them. */
export type AttemptLimits = { readonly [Name in keyof typeof attemptLimits]: number };
