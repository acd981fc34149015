/** What does not change with a deployment; the quotas are settings. */
export const throttleLimits = {
  minuteMs: 60_000,
  hourMs: 3_600_000,
  /** How long a device or network counts as one from which the person has proved who she is. */
  knownSourceMs: 30 * 86_400_000,
  /**
   * Mails with codes to one address: what one source may cause, and all that are not known together. Told is only how often
   * somebody asked, which is as much as one source may cause: the rest decides in silence whether a mail goes out.
   */
  codesPerHour: { asked: 4, known: 4, perSource: 4, strangers: 8 },
  /** Mails with a link and no code, which nobody can guess, where strangers have used up those with one. */
  linksPerHour: { perSource: 1, strangers: 40 },
  /** Guesses at the codes of one address by others than who asked for them; see `otpLimits`. */
  guessesPerHour: { known: 20, perSource: 10, strangers: 20 },
  /**
   * Guesses at codes of six digits, of which three are right at any time: from where the person proved a second factor
   * before, from another network, and from all those together.
   */
  factorGuesses: { knownPerHour: 20, perSourceAndHour: 5, strangersPerDay: 20 },
  dayMs: 86_400_000,
  /** Wrong passwords of an account from who is logged in to it. */
  ownPasswordPerHour: 10,
  keyBytes: 16,
} as const;
