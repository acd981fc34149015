export interface ListPace {
  /** Whether a list may be read now; whoever is told so reads it. */
  readonly take: () => boolean;
  /** The provider said that it was read too often. */
  readonly wait: () => void;
}

interface PaceOptions {
  readonly pauseMs: number;
  readonly nowMs?: () => number;
  readonly random?: () => number;
}

/**
 * One reading in each pause. Behind a refusal it waits for one to two pauses, by chance, so that processes that share what the
 * provider allows do not come back together.
 */
export function createListPace({
  pauseMs,
  nowMs = () => performance.now(),
  random = Math.random,
}: PaceOptions): ListPace {
  let freeAtMs = Number.NEGATIVE_INFINITY;
  return {
    take() {
      const now = nowMs();
      if (now < freeAtMs) return false;
      freeAtMs = now + pauseMs;
      return true;
    },
    wait() {
      freeAtMs = nowMs() + pauseMs * (1 + random());
    },
  };
}
