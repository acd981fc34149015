import type { Attempt } from "./attempt.ts";

/** Work under way, never more than a number of attempts at once, and a short queue of fresh ones. */
export interface Places {
  readonly free: () => number;
  readonly begin: (attempt: Attempt, isFresh: boolean) => void;
  /** Begins a fresh attempt when a place is free; drops it when `withinMs` passes first or the queue is full. */
  readonly queue: (attempt: Attempt, withinMs: number) => void;
  readonly clearQueue: () => void;
  /** Resolves when everything under way has ended. */
  readonly settled: () => Promise<void>;
}

interface PlacesOptions {
  readonly concurrencyMax: number;
  readonly queueMax: number;
  readonly mayBegin: () => boolean;
  /** Never rejects. */
  readonly work: (attempt: Attempt, isFresh: boolean) => Promise<void>;
}

export function createPlaces(options: PlacesOptions): Places {
  const underWay = new Set<Promise<void>>();
  const waiting: { readonly attempt: Attempt; readonly untilMs: number }[] = [];
  const free = () => options.concurrencyMax - underWay.size;

  const begin = (attempt: Attempt, isFresh: boolean): void => {
    const work = options.work(attempt, isFresh).finally(() => {
      underWay.delete(work);
      beginWaiting();
    });
    underWay.add(work);
  };

  const beginWaiting = (): void => {
    while (free() > 0) {
      const next = waiting.shift();
      if (next === undefined) return;
      if (performance.now() < next.untilMs && options.mayBegin()) begin(next.attempt, true);
    }
  };

  return {
    free,
    begin,
    queue(attempt, withinMs) {
      if (waiting.length >= options.queueMax) return;
      waiting.push({ attempt, untilMs: performance.now() + withinMs });
      beginWaiting();
    },
    clearQueue() {
      waiting.length = 0;
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
