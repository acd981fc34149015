/** What does not change with a deployment; the quotas are settings. */
export const throttleLimits = {
  minuteMs: 60_000,
  hourMs: 3_600_000,
  /** How long an address counts as one from which the person has logged in before. */
  knownAddressMs: 30 * 86_400_000,
  /** Wrong passwords of an account from who is logged in to it. */
  ownPasswordPerHour: 10,
  keyBytes: 16,
} as const;
