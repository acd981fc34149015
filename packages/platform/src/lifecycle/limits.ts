export const lifecycleLimits = {
  /** All checks together, before anything starts. */
  checkTimeoutMs: 10_000,
  startTimeoutMs: 30_000,
  /** All parts together, when the service names no other number. */
  stopTimeoutMs: 10_000,
} as const;
