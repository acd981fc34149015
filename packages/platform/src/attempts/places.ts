import { steadyNowMs } from "@sanu/kernel";
import type { Attempt } from "./attempt.ts";

/** As many fresh attempts wait as are under way: with a longer queue, a process with free places would look on. */
export interface Places {
  readonly unused: () => number;
  readonly begin: (attempt: Attempt, isFresh: boolean) => void;
  /** Begins a fresh attempt when a place is free; releases it when `withinMs` passes first or the queue is full. */
  readonly queue: (attempt: Attempt, withinMs: number) => void;
  readonly clearQueue: () => void;
  readonly settled: () => Promise<void>;
}

interface PlacesOptions {
  readonly concurrencyMax: number;
  readonly onFree: () => void;
  readonly mayBegin: () => boolean;
  readonly work: (attempt: Attempt, isFresh: boolean) => Promise<void>;
  /** For a fresh attempt that is not begun here. */
  readonly release: (attempt: Attempt) => Promise<void>;
}

export function createPlaces(options: PlacesOptions): Places {
  const underWay = new Set<Promise<void>>();
  const releasing = new Set<Promise<void>>();
  const waiting: { readonly attempt: Attempt; readonly untilMs: number }[] = [];
  const unused = () => options.concurrencyMax - underWay.size;

  const begin = (attempt: Attempt, isFresh: boolean): void => {
    const work = options.work(attempt, isFresh).finally(() => {
      underWay.delete(work);
      beginWaiting();
    });
    underWay.add(work);
  };

  const release = (attempt: Attempt): void => {
    const released = options.release(attempt).finally(() => releasing.delete(released));
    releasing.add(released);
  };

  const beginWaiting = (): void => {
    while (unused() > 0) {
      const next = waiting.shift();
      if (next === undefined) return options.onFree();
      const isInTime = steadyNowMs() < next.untilMs;
      if (isInTime && options.mayBegin()) begin(next.attempt, true);
      else release(next.attempt);
    }
  };

  return {
    unused,
    begin,
    queue(attempt, withinMs) {
      if (waiting.length >= options.concurrencyMax) return release(attempt);
      waiting.push({ attempt, untilMs: attempt.heldFromMs + withinMs });
      if (unused() > 0) beginWaiting();
    },
    clearQueue() {
      for (const { attempt } of waiting.splice(0)) release(attempt);
    },
    async settled() {
      await Promise.all([...underWay, ...releasing]);
    },
  };
}
