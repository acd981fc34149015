/** What does not change with a deployment; the quotas are settings. */
export const throttleLimits = {
  minuteMs: 60_000,
  hourMs: 3_600_000,
  /** How long a device or network counts as one from which the person has proved who she is. */
  knownSourceMs: 30 * 86_400_000,
  /** Mails with codes to one address: what one source may cause, and all that are not known together. */
  codesPerHour: { known: 4, perSource: 4, strangers: 8 },
  /** Guesses at the codes of one address by others than who asked for them; see `otpLimits`. */
  guessesPerHour: { known: 20, perSource: 10, strangers: 20 },
  /** Wrong passwords of an account from who is logged in to it. */
  ownPasswordPerHour: 10,
  keyBytes: 16,
} as const;
