type Work = () => Promise<void>;

export interface Lanes {
  /** Work must not throw. */
  readonly run: (key: string, work: Work) => void;
  /** Drops what has not begun. */
  readonly drop: () => void;
  readonly isBusy: (key: string) => boolean;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

/** Keys take turns: after each piece of work the next key that waits comes before more of the same. */
export function createLanes(concurrencyMax: number): Lanes {
  const waiting = new Map<string, Work[]>();
  const ready: string[] = [];
  const idlers: (() => void)[] = [];
  let running = 0;

  const advance = (): void => {
    while (running < concurrencyMax) {
      const key = ready.shift();
      if (key === undefined) break;
      const work = waiting.get(key)?.shift();
      if (work === undefined) continue;
      running += 1;
      void work().finally(() => {
        running -= 1;
        if ((waiting.get(key)?.length ?? 0) > 0) ready.push(key);
        else waiting.delete(key);
        advance();
      });
    }
    if (running === 0) for (const idler of idlers.splice(0)) idler();
  };

  return {
    run(key, work) {
      const queue = waiting.get(key);
      if (queue !== undefined) {
        queue.push(work);
        return;
      }
      waiting.set(key, [work]);
      ready.push(key);
      advance();
    },
    drop() {
      // A key that waits for its turn has nothing under way.
      for (const key of ready.splice(0)) waiting.delete(key);
      for (const queue of waiting.values()) queue.length = 0;
    },
    isBusy: (key) => waiting.has(key),
    idle: () =>
      running === 0 ? Promise.resolve() : new Promise<void>((resolve) => idlers.push(resolve)),
  };
}
