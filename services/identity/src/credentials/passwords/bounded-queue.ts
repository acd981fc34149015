/** The queue is full; the work was not begun. */
export const busy = Symbol("busy");

export interface BoundedQueue {
  /** Returns `busy` at once where the queue is full. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result | typeof busy>;
  readonly waiting: () => number;
}

export function createBoundedQueue(limits: {
  readonly concurrencyMax: number;
  readonly queueMax: number;
}): BoundedQueue {
  let running = 0;
  const waiters: (() => void)[] = [];

  const leave = () => {
    const next = waiters.shift();
    // The place is handed over, so `running` stays as it is.
    if (next !== undefined) next();
    else running -= 1;
  };

  return {
    waiting: () => waiters.length,
    async run(work) {
      if (running >= limits.concurrencyMax) {
        if (waiters.length >= limits.queueMax) return busy;
        await new Promise<void>((resolve) => waiters.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
