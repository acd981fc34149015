type Work = () => Promise<void>;

export interface Lanes {
  /** Work must not throw. */
  readonly run: (key: string, work: Work) => void;
  readonly clear: () => Promise<void>;
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
    clear() {
      ready.length = 0;
      for (const queue of waiting.values()) queue.length = 0;
      return running === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => idlers.push(resolve));
    },
  };
}
