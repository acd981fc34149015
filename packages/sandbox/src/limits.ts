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
  /** What the merchant's account for paying out holds at first. */
  floatXof: 1_000_000_000n,
  /** What the node can send over Lightning, and what its wallet holds on chain, at first. */
  outboundSats: 1_000_000_000_000n,
  confirmedSats: 1_000_000_000_000n,
  /** One disbursement, whatever the channel. */
  disbursementXofMin: 100n,
  disbursementXofMax: 1_000_000n,
  /** Blocks that a payer's money can be held before he may take it back. */
  holdBlocks: 80,
  /** Lines of one page of a statement. */
  statementLinesMax: 200,
  /** The longest that a timer of this platform can wait. */
  timerMsMax: 2_147_483_647,
} as const;

/** How long things take that take time. Milliseconds; tests shorten them. */
export interface Delays {
  /** `…002` completes, and `slow@` and a disbursement to `…202` settle, after this. */
  readonly slowMs: number;
  readonly expireMs: number;
  /** `…333` is paid this long after it expired or was cancelled. */
  readonly lateMs: number;
  /** `hang-ok@`, `hang-fail@` and disbursements to `…411` and `…412` are decided after this, though nobody is told. */
  readonly hangMs: number;
  /** `notfound@` and a disbursement to `…404` are not found for this long. */
  readonly notFoundMs: number;
  /** Money that is held for an invoice goes back after this. */
  readonly holdMs: number;
  /** … and after this where the sats end in `0333`. */
  readonly shortHoldMs: number;
  /** Pauses before a callback is sent again. */
  readonly callbackRetriesMs: readonly number[];
}

export const standardDelays: Delays = {
  slowMs: 3_000,
  expireMs: 900_000,
  lateMs: 5_000,
  hangMs: 3_000,
  notFoundMs: 10_000,
  holdMs: 3_600_000,
  shortHoldMs: 3_000,
  callbackRetriesMs: [1_000, 5_000, 25_000, 120_000],
};
