/** Every pace and bound of attempts. Delays are milliseconds. */
export const attemptLimits = {
  /** From a call without a final answer to the first question. */
  askFirstMs: 1_000,
  /** The same once the provider has said that it has the order; never less than `askFirstMs`. */
  askAcceptedFirstMs: 1_000,
  /** Each later question waits twice as long, up to this. */
  askMostMs: 30_000,
  /** What waits for something of our own is tried again at this even pace: nobody outside is asked more often. */
  notReadyMs: 1_000,
  /** A key that the provider does not know is not sent again before this. */
  resendGraceMs: 3_000,
  /**
   * Deaths between the note of a call and the call itself count as well. Each resend follows a question, at its pace,
   * so this reaches over half an hour.
   */
  callsMax: 60,
  /** After this a person is asked to look; questions go on, slowly. */
  reviewAfterMs: 3_600_000,
  askInReviewMs: 3_600_000,
  asksInReviewMax: 168,
} as const;

/** The delays and bounds of `nextStep` and `attemptAfter`; tests shorten them. */
export type AttemptLimits = { readonly [Name in keyof typeof attemptLimits]: number };
