/** Every bound of the sandbox. */
export const sandboxLimits = {
  bodyBytesMax: 65_536,
  /** Calls kept in memory; the oldest go first. What moved money is kept for ever. */
  callsMax: 200_000,
  callbackTimeoutMs: 5_000,
  mailsMax: 500,
  mailBytesMax: 1_048_576,
  /** A socket that is held open on purpose is let go after this. */
  heldOpenMs: 120_000,
  stopTimeoutMs: 5_000,
} as const;

/** How long things take that take time. Milliseconds; tests shorten them. */
export interface Delays {
  /** `…002` completes, and `slow@` settles, after this. */
  readonly slowMs: number;
  /** An order that nobody pays expires after this. */
  readonly expireMs: number;
  /** `…333` is paid this long after it expired or was cancelled. */
  readonly lateMs: number;
  /** `hang-ok@` and `hang-fail@` are decided after this, though nobody is told. */
  readonly hangMs: number;
  /** `notfound@` is not found for this long. */
  readonly notFoundMs: number;
  /** Pauses before a callback is sent again. */
  readonly callbackRetriesMs: readonly number[];
}

export const standardDelays: Delays = {
  slowMs: 3_000,
  expireMs: 900_000,
  lateMs: 5_000,
  hangMs: 3_000,
  notFoundMs: 10_000,
  callbackRetriesMs: [1_000, 5_000, 25_000, 120_000],
};
