export const loopLimits = {
  /** The pause after a first failure is the idle pause, but no longer than this … */
  backOffMs: 1_000,
  /** … and doubles up to this, or up to the idle pause where that is longer … */
  backOffMaxMs: 1_000,
  /** … and no longer than this: SanuLoopFails is told of one failure each minute, by one replica. */
  longestBackOffMs: 60_000,
  /** What comes unannounced after a long silence waits for at most this part of it. */
  quietPart: 1 / 4,
  stopWithinMs: 10_000,
} as const;
