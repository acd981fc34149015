import { createLoop, type Logger, type Metrics } from "@sanu/platform";

/** The pause grows while nobody waits. */
export const linkWaiterLimits = { pollMs: 250, quietPollMs: 10_000 } as const;

export interface LinkWaiter {
  /** Waits until somebody says that the link is there, at most so long. */
  readonly wait: (timeoutMs: number) => Promise<void>;
  /** Must be called when nobody waits any more. */
  readonly leave: () => void;
}

/** Everybody on this replica who waits for a link. */
export interface LinkWaiters {
  /** Begins to listen for one order. What is announced between this call and `wait` is not missed. */
  readonly enter: (transactionId: string) => LinkWaiter;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * One subscription and one poll for all who wait, however many they are. The poll is the net under the
 * announcements, which may be lost.
 */
export function createLinkWaiters(options: {
  /** Calls back with a transaction's id when its link was recorded; returns what ends it. */
  readonly subscribe: (onSettled: (transactionId: string) => void) => () => void;
  readonly listSettled: (transactionIds: readonly string[]) => Promise<readonly string[]>;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly metrics?: Pick<Metrics, "loops">;
}): LinkWaiters {
  const waiting = new Map<string, Set<() => void>>();
  let unsubscribe: (() => void) | undefined;

  const settle = (transactionId: string): void => {
    for (const wake of waiting.get(transactionId) ?? []) wake();
  };
  const poll = async (): Promise<void> => {
    if (waiting.size === 0) return;
    for (const transactionId of await options.listSettled([...waiting.keys()])) {
      settle(transactionId);
    }
  };
  const loop = createLoop({
    name: "link-poll",
    work: poll,
    idleMs: linkWaiterLimits.pollMs,
    quietIdleMs: linkWaiterLimits.quietPollMs,
    logger: options.logger,
    metrics: options.metrics,
  });

  return {
    enter(transactionId) {
      loop.expectWork();
      return enterInto(waiting, transactionId);
    },
    start() {
      unsubscribe = options.subscribe(settle);
      loop.start();
    },
    async stop() {
      unsubscribe?.();
      await loop.stop();
    },
  };
}

function enterInto(waiting: Map<string, Set<() => void>>, transactionId: string): LinkWaiter {
  const { promise: settled, resolve: wake } = Promise.withResolvers<void>();
  const ofTransaction = waiting.get(transactionId) ?? new Set();
  waiting.set(transactionId, ofTransaction.add(wake));
  let timeout: NodeJS.Timeout | undefined;
  return {
    async wait(timeoutMs) {
      const late = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([settled, late]);
      clearTimeout(timeout);
    },
    leave() {
      clearTimeout(timeout);
      ofTransaction.delete(wake);
      if (ofTransaction.size === 0) waiting.delete(transactionId);
    },
  };
}
