import { mailLimits } from "../../mail/mail-limits.ts";

/**
 * One-time passwords: 10⁶ codes, 5 guesses for each, 4 codes an hour. Somebody who guesses all the time
 * takes over an address with a chance of 2 in 100 000 an hour.
 */
export const otpLimits = {
  digits: 6,
  lifeMs: mailLimits.codeLifeMs,
  attemptsMax: 5,
  sentMax: 4,
  sentWindowMs: 3_600_000,
  /** How often requests for codes are looked for when nothing wakes the loop. */
  issuePollMs: 500,
} as const;
