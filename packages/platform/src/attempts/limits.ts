/** Bounds of the worker. */
export const attemptsWorkerLimits = {
  /** The net under `take`: how often due attempts are looked for. */
  pollMs: 250,
  /** Longer than fetching a destination, calling a provider and committing take together. */
  leaseMs: 30_000,
  /** Attempts that one process carries out at the same time. */
  concurrencyMax: 64,
  /** Fresh attempts that may wait for their turn in this process. */
  queueMax: 500,
  /** After a fault of our own the attempt is looked at again. */
  faultPauseMs: 1_000,
} as const;

/** The worker's bounds; tests shorten them. */
export type AttemptsWorkerLimits = {
  readonly [Name in keyof typeof attemptsWorkerLimits]: number;
};
