/** Every pace and bound of attempts. Delays are milliseconds. */
export const attemptLimits = {
  /** From a call without a final answer to the first question. */
  askFirstMs: 1_000,
  /** Each later question waits twice as long, up to this. */
  askMostMs: 60_000,
  /** A key that the provider does not know is not sent again before this. */
  resendGraceMs: 3_000,
  callsMax: 5,
  /** After this a person is asked to look; questions go on, slowly. */
  reviewAfterMs: 3_600_000,
  askInReviewMs: 3_600_000,
  asksInReviewMax: 168,
} as const;

/** The delays and bounds of `nextStep` and `attemptAfter`; tests shorten them. */
export type AttemptLimits = { readonly [Name in keyof typeof attemptLimits]: number };
