import { mailLimits } from "../../mail/mail-limits.ts";

/**
 * One-time passwords: 10⁶ codes. Who asked for one has 5 guesses at it, and strangers cause 8 codes an hour for an address;
 * everybody else has 20 guesses an hour, each at the newest code of an account. Somebody who guesses all the time from
 * everywhere takes over an address with a chance of 6 in 100 000 an hour, and its owner gets 8 mails meanwhile.
 */
export const otpLimits = {
  digits: 6,
  lifeMs: mailLimits.codeLifeMs,
  /** By who asked for the code, by others of its network, and by everybody else. */
  attemptsMax: 5,
  /** How often requests for codes are looked for when nothing wakes the loop. */
  issuePollMs: 500,
  /** What it grows to while none comes. */
  issueQuietPollMs: 5_000,
} as const;
