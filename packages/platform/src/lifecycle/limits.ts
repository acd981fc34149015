export const lifecycleLimits = {
  /** All checks together, before anything starts. */
  checkTimeoutMs: 10_000,
  startTimeoutMs: 30_000,
  /**
   * All parts together, when the service names no other number: the longest call to a provider that leases allow by
   * default, and behind it what was asked meanwhile. Supervisors wait longer.
   */
  stopTimeoutMs: 20_000,
} as const;
