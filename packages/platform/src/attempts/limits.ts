/** The pace and bounds of the worker that carries out attempts. */
export const attemptsLimits = {
  /** The net under `runNow` and `wake`. */
  pollMs: 250,
  /** Longer than one call with its time-out (8 s) and the commit of what it brought. */
  leaseMs: 15_000,
  /** No call begins in the later part of its lease: it could end when somebody else is already acting. */
  callLeasePart: 1 / 2,
  /** A fresh attempt that waited this part of its lease is left to the poll. */
  freshLeasePart: 1 / 4,
  /** Calls under way at the same moment, per worker. */
  concurrencyMax: 32,
  /** Fresh attempts that wait for a free place; beyond it the poll takes them when their lease runs out. */
  queueMax: 500,
  /** Asking goes on this slowly once a person was asked to look. */
  askInReviewMs: 3_600_000,
} as const;

/** The worker's times, which tests shorten. */
export type AttemptsTimes = {
  readonly [Name in "pollMs" | "leaseMs" | "askInReviewMs"]: number;
};
