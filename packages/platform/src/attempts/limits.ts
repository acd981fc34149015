export const executorLimits = {
  /** The net under `runNow` and `wake`. */
  pollMs: 250,
  /** What it grows to while none is carried out here and none was claimed. */
  quietPollMs: 5_000,
  /** Longer than one call with its time-out and the commit of what it brought: see `isLeaseLongEnough`. */
  leaseMs: 15_000,
  /** No call begins in the later part of its lease: it could end when somebody else is already acting. */
  callLeasePart: 2 / 5,
  /** A fresh attempt that waited this part of its lease is left to the loop. */
  freshLeasePart: 1 / 4,
  concurrencyMax: 32,
} as const;

/** Whether a call with this time-out that begins as late as it may ends within the lease. */
export function isLeaseLongEnough(leaseMs: number, callTimeoutMs: number): boolean {
  return callTimeoutMs <= leaseMs * (1 - executorLimits.callLeasePart);
}

export type ExecutorTimes = {
  readonly [Name in "pollMs" | "leaseMs" | "concurrencyMax"]: number;
};
