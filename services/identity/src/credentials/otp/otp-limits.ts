/**
 * One-time passwords: 10⁶ codes, 5 guesses for each, 4 codes an hour. Somebody who guesses all the time
 * takes over an address with a chance of 2 in 100 000 an hour.
 */
export const otpLimits = {
  digits: 6,
  lifeMs: 600_000,
  triesMax: 5,
  sentMax: 4,
  sentWindowMs: 3_600_000,
  /** Wishes for codes are looked for so often when nobody says that there is one. */
  issuePollMs: 500,
} as const;
