import { messagingLimits } from "./limits.ts";

export interface QueueCounts {
  readonly running: number;
  readonly waiting: number;
}

/** Runs so much work at once and lets a bounded rest wait; what is more than that is turned away. */
export function createQueue(concurrencyMax: number) {
  let running = 0;
  const waiting: (() => Promise<void>)[] = [];
  const idlers: (() => void)[] = [];
  const start = (work: () => Promise<void>): void => {
    running += 1;
    void work().finally(() => {
      running -= 1;
      const next = waiting.shift();
      if (next !== undefined) return start(next);
      if (running === 0) for (const idler of idlers.splice(0)) idler();
      return undefined;
    });
  };
  return {
    run(work: () => Promise<void>): boolean {
      if (running < concurrencyMax) start(work);
      else if (waiting.length < messagingLimits.queueMax) waiting.push(work);
      else return false;
      return true;
    },
    counts: () => ({ running, waiting: waiting.length }),
    idle: () =>
      running === 0 ? Promise.resolve() : new Promise<void>((resolve) => idlers.push(resolve)),
  };
}
