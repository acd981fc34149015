import type { ProgressView } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { createLoop, type Logger, type Metrics, type NextRun } from "@sanu/platform";
import { streamLimits } from "../limits.ts";

/** Receives the progress of a transaction, also when nothing changed; `undefined` when it is known no more. */
export type OnProgress = (progress: ProgressView | undefined) => void;

/** Follows transactions for everybody on this gateway who looks at one. */
export interface ProgressWatch {
  /** Calls back at once and with every change. Returns what ends it. */
  readonly follow: (transactionId: TransactionId, onProgress: OnProgress) => () => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

export interface ProgressWatchOptions {
  /** Listens to the ids of transactions that changed; returns what ends it. */
  readonly subscribe: (onChanged: (transactionId: string) => void) => () => void;
  /** The progress of so many of them; `undefined` without a reply. */
  readonly read: (ids: readonly TransactionId[]) => Promise<readonly ProgressView[] | undefined>;
  readonly logger: Logger;
  readonly metrics?: Pick<Metrics, "loops">;
}

/**
 * One subscription and one read at a time for all who follow, however many they are, and none while nobody does: each change
 * of a transaction would wake every gateway. What changes while a read is under way is in the next one. The poll is
 * the net under the messages, which may be lost.
 */
export function createProgressWatch(options: ProgressWatchOptions): ProgressWatch {
  const followed = new Map<TransactionId, Set<OnProgress>>();
  const stale = new Set<TransactionId>();
  let unsubscribe: (() => void) | undefined;
  let pollAt = 0;

  const publish = (ids: readonly TransactionId[], all: readonly ProgressView[]): void => {
    const byId = new Map(all.map((progress) => [progress.transactionId, progress]));
    for (const id of ids) {
      for (const onProgress of followed.get(id) ?? []) onProgress(byId.get(id));
    }
  };
  const readStale = async (): Promise<NextRun> => {
    const now = performance.now();
    if (now >= pollAt) {
      for (const id of followed.keys()) stale.add(id);
      pollAt = now + streamLimits.pollMs;
    }
    const ids = [...stale].slice(0, streamLimits.readTransactionsMax);
    if (ids.length === 0) return { dueInMs: pollAt - now };
    for (const id of ids) stale.delete(id);
    const all = await options.read(ids);
    if (all !== undefined) publish(ids, all);
    else for (const id of ids) if (followed.has(id)) stale.add(id);
    return all === undefined ? { notBeforeMs: streamLimits.readRetryMs } : "at-once";
  };
  const loop = createLoop({
    name: "progress",
    work: readStale,
    idleMs: streamLimits.pollMs,
    backOffMaxMs: streamLimits.readRetryMs,
    logger: options.logger,
    metrics: options.metrics,
  });
  const markStale = (id: TransactionId): void => {
    stale.add(id);
    loop.wake();
  };
  const listen = (): void => {
    unsubscribe ??= options.subscribe((id) => {
      if (isFollowed(followed, id)) markStale(id);
    });
  };
  const stopListening = (): void => {
    unsubscribe?.();
    unsubscribe = undefined;
  };

  return {
    follow(transactionId, onProgress) {
      const followers = followed.get(transactionId) ?? new Set();
      followed.set(transactionId, followers.add(onProgress));
      // In front of the first read, so that no change is behind the one and before the other.
      listen();
      markStale(transactionId);
      return () => {
        followers.delete(onProgress);
        if (followers.size > 0 || followed.get(transactionId) !== followers) return;
        followed.delete(transactionId);
        stale.delete(transactionId);
        if (followed.size === 0) stopListening();
      };
    },
    start: loop.start,
    stop() {
      stopListening();
      return loop.stop();
    },
  };
}

function isFollowed(
  followed: ReadonlyMap<TransactionId, unknown>,
  id: string,
): id is TransactionId {
  return (followed as ReadonlyMap<string, unknown>).has(id);
}
